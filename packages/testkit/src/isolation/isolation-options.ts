import type { Environment, Operation } from '@parakh/core'
import type { Host, OperationCaller } from '@parakh/kernel'

/** Makes an object of an account, in an environment if it has one. @returns Its id; null: there is none in this environment. */
export type MakeSubject = (
  host: Host,
  of: { readonly accountId: string; readonly environment: Environment },
) => Promise<string | null>

/** What came of an operation, however it was run. */
export interface OperationReply {
  /** HTTP status: 200 to 299 is an answer. */
  readonly status: number
  /** The answer or the refusal, as text. */
  readonly text: string
}

/** Fields of an input, by name. */
export type Fields = Readonly<Record<string, unknown>>

/** What a host is tried with. */
export interface IsolationOptions {
  /** With a database of its own, which the trial fills. */
  readonly host: Host
  /** Plugins whose operations are tried; `core` has those of the platform. Default: all operations of the host. */
  readonly of?: readonly string[]
  /** Who makes what a field names, by the field: `{ note_id: (host, { accountId }) => … }`. Known without it: accounts, `key_id`. */
  readonly subjects?: Readonly<Record<string, MakeSubject>>
  /** An allowed value of fields that name nobody's object, by the field: `{ month: '2026-11' }`. Known without it: `environment`. */
  readonly fixed?: Fields
  /** Fields besides the path that are looked up only among what the account of the path has, by operation: `{ 'usage.list': ['key_id'] }`. */
  readonly within?: Readonly<Record<string, readonly string[]>>
  /** The rest of a valid input, by operation, so that its handler is reached: `{ 'notes.set': { text: 'hello' } }`. */
  readonly inputs?: Readonly<Record<string, Fields>>
  /** Reads whose answer changes by itself, as background work goes on: what is written is not told by them. */
  readonly changing?: readonly string[]
  /** Another way in than `host.run` for operations that have a route: HTTP. */
  readonly ask?: (operation: Operation, input: Fields, as: OperationCaller) => Promise<OperationReply>
}
