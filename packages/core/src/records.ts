import type * as z from 'zod'
import { Handle } from './handles.ts'

/** A record as it is kept. */
export type Stored<T, S extends string> = Readonly<T> & {
  readonly id: string
  readonly state: S
  readonly createdAt: Date
  readonly updatedAt: Date
}
/** One page of records, newest first. */
export interface Page<T> {
  readonly items: readonly T[]
  /** The cursor of the next page; null at the end. */
  readonly next: string | null
}
/** The result of `load`. */
export interface Loaded {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/** A plugin's own records: encrypted, of one account and environment. `shared` ones are public reference data. */
export interface Records<T, S extends string, K extends keyof T> {
  get(id: string): Promise<Stored<T, S> | null>
  /** The newest with these values (looked up by keyed hash). */
  find(by: Partial<Pick<T, K>>): Promise<Stored<T, S> | null>
  /** @param query `limit` 1 to 100, default 20. */
  page(query?: {
    cursor?: string | undefined
    limit?: number | undefined
    state?: S | undefined
  }): Promise<Page<Stored<T, S>>>
  /** Adds a record with the commit. */
  add(value: T, id?: string): Stored<T, S>
  /**
   * Optimistic concurrency: if another call changed the record first, the handler runs again. A change of state that `states` does not
   * allow throws `RECORD_MOVE_NOT_ALLOWED`.
   */
  change(record: Stored<T, S>, patch: Partial<T>, to?: S): Stored<T, S>
  /** Of `shared` collections only, outside any call: adds or replaces by batches. The same rows again change nothing. */
  load(rows: AsyncIterable<{ id: string; value: T }>, progress?: (done: number) => void): Promise<Loaded>
}

/** The definition of a collection. */
export interface RecordsDefinition<R extends z.ZodObject = z.ZodObject> {
  readonly record: R
  /** The allowed next states of each state. */
  readonly states: Readonly<Record<string, readonly string[]>>
  readonly initial: string
  /** Fields by which `find` looks up. */
  readonly keys: readonly string[]
  readonly scope: 'account' | 'shared'
  /** Days after which a record is dropped; absent: kept. */
  readonly keepDays?: number
}

/**
 * Declares a collection of records.
 *
 * @param id Unique in a server: `print.orders`.
 * @example
 * const Orders = defineRecords('print.orders', {
 *   record: Order, keys: ['client_order_id'], initial: 'created', states: { created: ['cancelled'], cancelled: [] },
 * })
 */
export function defineRecords<
  R extends z.ZodObject,
  const S extends string = 'kept',
  const K extends keyof z.output<R> & string = never,
>(
  id: string,
  definition: {
    record: R
    states?: Readonly<Record<S, readonly NoInfer<S>[]>>
    initial?: NoInfer<S>
    keys?: readonly K[]
    scope?: 'account' | 'shared'
    keepDays?: number
  },
): Handle<Records<z.output<R>, S, K>, RecordsDefinition<R>> {
  const states = (definition.states ?? { kept: [] }) as Readonly<Record<string, readonly string[]>>
  return new Handle(id, 'records', {
    record: definition.record,
    states,
    initial: definition.initial ?? Object.keys(states)[0] ?? 'kept',
    keys: definition.keys ?? [],
    scope: definition.scope ?? 'account',
    ...(definition.keepDays === undefined ? {} : { keepDays: definition.keepDays }),
  })
}
