import type { Handle, RecordRow, RecordScope, RecordStore, Records, RecordsDefinition, Stored } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import { canonicalJson, plain } from '../request/canonical-json.ts'
import { shapeOf } from '../request/shape.ts'
import type { Staging } from './staging.ts'

type Value = Record<string, unknown>
type Kept = Stored<Value, string>

/** A record that every sandbox account has. */
export type GivenRecord = object & { readonly id: string; readonly state?: string }

/** The context of a records handle. */
export interface RecordsBinding {
  readonly store: RecordStore
  readonly scope: RecordScope
  /** Null outside a call: then nothing may be added or changed. */
  readonly staging: Staging | null
  readonly now: () => Date
  readonly nextId: () => string
  readonly given: readonly GivenRecord[]
}

const VERSION = Symbol('version')
const DAY_MS = 86_400_000
const PAGE_SIZE = 20

/** The value of a records handle: reads of one account (or of shared data), writes staged for the commit. */
export class RecordsHandle implements Records<Value, string, string> {
  readonly #definition: RecordsDefinition
  readonly #collection: string
  readonly #shape: RecordsDefinition['record']

  constructor(
    handle: Handle<unknown>,
    readonly binding: RecordsBinding,
  ) {
    this.#definition = handle.definition as RecordsDefinition
    this.#collection = handle.id
    this.#shape = shapeOf(this.#definition.record)
  }

  async get(id: string): Promise<Kept | null> {
    const row = await this.binding.store.get(this.#collection, this.binding.scope, id)
    if (row) return this.#read(row)
    const given = this.binding.given.find((record) => record.id === id)
    return given ? this.#fromGiven(given) : null
  }

  async find(by: Value): Promise<Kept | null> {
    const keys = Object.entries(by).map(([name, value]) => ({ name, value: String(plain(value)) }))
    const row = await this.binding.store.find(this.#collection, this.binding.scope, keys)
    if (row) return this.#read(row)
    const given = this.binding.given.find((record) =>
      Object.entries(by).every(([name, value]) => (record as Value)[name] === value),
    )
    return given ? this.#fromGiven(given) : null
  }

  async page(query: { cursor?: string | undefined; limit?: number | undefined; state?: string | undefined } = {}) {
    const { cursor = null, limit = PAGE_SIZE, state = null } = query
    const found = await this.binding.store.page(this.#collection, this.binding.scope, {
      cursor,
      limit: Math.min(100, Math.max(1, limit)),
      state,
    })
    const items = found.items.map((row) => this.#read(row))
    const given = cursor === null ? this.binding.given.filter(({ id }) => !items.some((item) => item.id === id)) : []
    return { items: [...items, ...given.map((record) => this.#fromGiven(record))], next: found.next }
  }

  add(value: Value, id: string = this.binding.nextId()): Kept {
    const now = this.binding.now()
    return this.#stage({ id, value, state: this.#definition.initial, expected: null, createdAt: now })
  }

  change(record: Kept, patch: Value, to: string = record.state): Kept {
    const { id, state: from, createdAt, updatedAt: _, ...value } = record
    const allowed = this.#definition.states[from] ?? []
    if (to !== from && !allowed.includes(to)) {
      const facts = { collection: this.#collection, from, to, allowed: allowed.join(', ') || 'none' }
      throw kernelErrors.error('RECORD_MOVE_NOT_ALLOWED', facts)
    }
    const expected = (record as unknown as { [VERSION]?: number | null })[VERSION] ?? null
    return this.#stage({ id, value: { ...value, ...patch }, state: to, expected, createdAt })
  }

  load(rows: AsyncIterable<{ id: string; value: Value }>, progress?: (done: number) => void) {
    const { record } = this.#definition
    async function* encoded() {
      for await (const { id, value } of rows) yield { id, value: canonicalJson(record.parse(value)) }
    }
    return this.binding.store.load(this.#collection, encoded(), progress)
  }

  #stage(given: { id: string; value: Value; state: string; expected: number | null; createdAt: Date }): Kept {
    const { staging } = this.binding
    if (!staging)
      throw kernelErrors.error('HANDLE_OUTSIDE_CALL', { id: this.#collection, where: 'a place without an account' })
    const parsed = this.#shape.parse(plain(given.value))
    const now = this.binding.now()
    const keys = this.#definition.keys.flatMap((name) =>
      parsed[name] === undefined || parsed[name] === null ? [] : [{ name, value: String(plain(parsed[name])) }],
    )
    const { keepDays } = this.#definition
    const keepUntil = keepDays === undefined ? null : now.getTime() + keepDays * DAY_MS
    const { id, state, expected } = given
    staging.record({ collection: this.#collection, id, expected, state, value: canonicalJson(parsed), keys, keepUntil })
    return this.#keep(parsed, { id, state, createdAt: given.createdAt, updatedAt: now, version: expected })
  }

  #read(row: RecordRow): Kept {
    const value = this.#shape.parse(JSON.parse(row.value))
    return this.#keep(value, row)
  }

  #fromGiven({ id, state = this.#definition.initial, ...value }: GivenRecord): Kept {
    const at = new Date(0)
    const parsed = this.#shape.parse(value)
    return this.#keep(parsed, { id, state, createdAt: at, updatedAt: at, version: null })
  }

  #keep(
    value: Value,
    facts: { id: string; state: string; createdAt: Date; updatedAt: Date; version: number | null },
  ): Kept {
    const { id, state, createdAt, updatedAt, version } = facts
    const kept = { ...value, id, state, createdAt, updatedAt }
    // Not enumerable, so that a record that is spread into an answer does not add its version.
    Object.defineProperty(kept, VERSION, { value: version })
    return kept
  }
}
