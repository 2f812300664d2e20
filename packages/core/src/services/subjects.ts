import type { AskedPage } from '../operation/page.ts'
import type { Environment } from '../outcome.ts'
import type { Page } from '../records.ts'
import { token } from '../token.ts'
import type { CallState } from './billing/index.ts'
import type { ConsentQuery, GivenConsent } from './given-consents.ts'
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
/** What is kept of a call about a person, opened. */
export interface KeptCall extends SubjectLookup {
  /** Its answer as it was sent; null: dropped. */
  readonly answer: string | null
  /** JSON: the request and the scenario of a write; null: none is kept. */
  readonly input: string | null
  /** What plugins keep of it, and its documents: records whose id is its reference, or begins with it and a dot. */
  readonly records: readonly { readonly collection: string; readonly id: string; readonly value: string }[]
}
interface CallWallet {
  readonly accountId: string
  readonly environment: Environment
}
/** What an index has of a call. */
export interface CallTraces {
  /** The keyed hashes of the people whom its request named. */
  readonly subjects: readonly string[]
  /** The ids of its documents that are still kept. */
  readonly documents: readonly string[]
}
/** An erasure of a person. */
export interface Erasure {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly calls: number
}
/** What others may keep of erased calls. */
export interface ErasedCalls {
  readonly references: readonly string[]
  /** The ids of the events that named them. */
  readonly eventIds: readonly string[]
}
/** Whom to erase. */
export interface SubjectErase {
  /** Every hash of the person, the one under the first key first. */
  readonly subjects: readonly string[]
  readonly actor: string
  /** Only calls up to this time: an erasure that is replayed takes none that was made after it. Absent: all. */
  readonly until?: Date
  /** Called for some calls at a time, before they are forgotten; again where that did not come to its end. */
  elsewhere(calls: ErasedCalls): Promise<void>
}
/** What was erased. */
export interface SubjectErased {
  /** Null: no call was. */
  readonly erasureId: string | null
  readonly calls: number
  /** References of calls that are not settled, or whose async result is awaited: a later erasure takes them. */
  readonly waiting: readonly string[]
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
  /** Every hash that an identifier may be kept by, the one under the first key first. */
  hashes(identifier: string): readonly string[]
  /** The same calls with what is kept of them. @throws `CURSOR_INVALID` */
  kept(identifier: string, page: AskedPage): Promise<Page<KeptCall>>
  /**
   * Erases what is kept of the calls about a person, in short transactions. The money stays, and so does that the calls were made: account, time,
   * purpose. Repeated, it goes on with what is left.
   */
  erase(request: SubjectErase): Promise<SubjectErased>
  /** How many settled calls about a person, up to a time, are not erased. @param subjects Every hash of the person. */
  unerased(subjects: readonly string[], until: Date): Promise<number>
  /** The erasures of a person, oldest first. */
  erasures(identifier: string): Promise<readonly Erasure[]>
  /**
   * The consents that production calls were made under, newest first. Of a key, an endpoint or a state a bounded number of rows is looked at, so
   * that a page may have fewer than requested, or none, although another follows.
   *
   * @throws `CURSOR_INVALID`
   */
  consents(query: ConsentQuery): Promise<Page<GivenConsent>>
  /** Whom calls of a wallet were about, and their documents, by reference: those alone that have any. @param references At most 1,000. */
  ofCalls(wallet: CallWallet, references: readonly string[]): Promise<ReadonlyMap<string, CallTraces>>
  /** Drops the rows of calls from before a time, in short transactions: nobody finds them by a person any more. @param before Milliseconds since 1970. @returns How many. */
  purge(before: number): Promise<number>
}
/** The index of people of a server. */
export const Subjects = token<Subjects>('core.subjects')
