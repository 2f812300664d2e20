import type { AskedPage } from '../operation/page.ts'
import type { Environment } from '../outcome.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { CallState } from './billing/index.ts'
import type { SubjectHash } from './subject-hash.ts'

/** A call whose request named a person. */
export interface SubjectLookup {
  readonly accountId: string
  readonly environment: Environment
  readonly reference: string
  readonly keyId: string
  readonly endpoint: string
  /** The purpose of its consent; the endpoint where none is asked. */
  readonly purpose: string
  /** The version of the notice, and the reference of the consent; empty where none is asked. */
  readonly notice: string
  readonly artefact: string
  readonly at: Date
  readonly phase: CallState['phase']
  /** The HTTP status of its answer; null: it has none. */
  readonly status: number | null
  /** Whether its answer or its input is still kept. */
  readonly isKept: boolean
}
/** The index of people: who looked a person up (docs/decisions/0120). */
export interface Subjects {
  /** The hash to be kept for an identifier. */
  hash(identifier: string): SubjectHash
  /**
   * The calls about a person, newest first.
   *
   * @param identifier As it was typed: `subjectText` is applied.
   * @throws `CURSOR_INVALID`
   */
  find(identifier: string, page: AskedPage): Promise<Page<SubjectLookup>>
}
/** The index of people of a server. */
export const Subjects = token<Subjects>('core.subjects')
