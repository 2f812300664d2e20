import type { Block } from '../handles.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** Whose name a paper carries, where that is not the host. */
export interface PaperBrand {
  readonly name: string
  readonly supportEmail: string | null
  /** `#rrggbb`; null: the drawing's own. */
  readonly colour: string | null
}
/** What is printed for an account: a statement, an invoice. */
export interface Paper {
  readonly title: string
  /** Below the title: its number, or what it is of. */
  readonly subtitle: string
  readonly blocks: readonly Block[]
  /** In the sandbox it says across each page that this is no real one. */
  readonly environment: Environment
  /** The date of the file: the same paper gives the same bytes. */
  readonly issuedAt: Date
  /** Of the account above, whose customer the reader is; null or absent: the host's own, logo included. */
  readonly brand?: PaperBrand | null
}
/** Prints papers in the colours of their brand. */
export interface Papers {
  /** @returns A PDF. @throws `DOCUMENT_INVALID` for more than 200 pages. */
  pdf(paper: Paper): Promise<Uint8Array>
}
/** The papers of a server. */
export const Papers = token<Papers>('core.papers')
