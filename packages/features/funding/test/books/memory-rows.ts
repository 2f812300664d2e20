import type { BoundStatement, TableStatement } from '@parakh/core'

type Row = Readonly<Record<string, unknown>>
type Values = BoundStatement['values']
/** Takes a change back, where its transaction fails. */
export type Undo = (() => void)[]

/** What the rows of funding and plans read of the platform. */
export interface PlatformRows {
  unitsOf(accountId: string, counter: { readonly name: string; readonly period: string }): number
  /** Null: it takes no part in renewals. */
  availableOf(accountId: string): { readonly status: string; readonly available: number }
}

const stored = (values: Values): Row =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Date ? value.getTime() : typeof value === 'boolean' ? Number(value) : value,
    ]),
  )
const text = (value: unknown): string => String(value)
const found = (row: Row | undefined): readonly Row[] => (row ? [row] : [])

/** The tables of funding and plans in memory: what each of their statements that a walk meets reads and writes. */
export class MemoryRows {
  readonly fundings = new Map<string, Row>()
  readonly #references = new Map<string, string>()
  readonly #suspense = new Map<string, Row>()
  readonly #events = new Map<string, Row>()
  readonly #subscriptions = new Map<string, Row>()

  constructor(private readonly platform: PlatformRows) {}

  /** Carries a statement out. @throws Error where it is one that no walk needs. */
  carryOut({ statement, values }: BoundStatement, undo: Undo): readonly Row[] {
    const run = this.#statements[nameOf(statement)]
    if (!run) throw new Error(`${nameOf(statement)} is not in memory`)
    return run(values, undo)
  }

  readonly #statements: Readonly<Record<string, (values: Values, undo: Undo) => readonly Row[]>> = {
    'funding.byId': ({ id }) => found(this.fundings.get(text(id))),
    'funding.byReference': ({ reference }) => found(this.fundings.get(this.#references.get(text(reference)) ?? 'none')),
    'funding.insert': (values, undo) => put(this.fundings, stored(values), undo),
    'funding.update': (values, undo) => put(this.fundings, stored(values), undo),
    'funding.claim': ({ reference, funding_id }, undo) => {
      if (this.#references.has(text(reference))) return []
      this.#references.set(text(reference), text(funding_id))
      undo.push(() => this.#references.delete(text(reference)))
      return [{ reference }]
    },
    'funding.holderOf': ({ reference }) =>
      found(this.#references.has(text(reference)) ? { funding_id: this.#references.get(text(reference)) } : undefined),
    'funding.free': ({ funding_id }, undo) => {
      for (const [reference, holder] of [...this.#references])
        if (holder === funding_id) {
          this.#references.delete(reference)
          undo.push(() => this.#references.set(reference, holder))
        }
      return []
    },
    'funding.release': ({ reference, funding_id }, undo) => {
      if (this.#references.get(text(reference)) !== funding_id) return []
      this.#references.delete(text(reference))
      undo.push(() => this.#references.set(text(reference), text(funding_id)))
      return []
    },
    'funding.openClaims': ({ account_id }) => [
      {
        count: [...this.fundings.values()].filter(
          (row) =>
            row['account_id'] === account_id &&
            (row['state'] === 'submitted' || row['state'] === 'approved') &&
            (row['method'] === 'bank_transfer' || row['method'] === 'upi_qr'),
        ).length,
      },
    ],
    'funding.otherSuspending': ({ account_id, id }) =>
      found(
        [...this.fundings.values()].find(
          (row) => row['account_id'] === account_id && row['suspended_account'] === 1 && row['id'] !== id,
        ),
      ),
    'funding.addEvent': (values, undo) =>
      this.#eventOf(values).length > 0 ? [] : put(this.#events, stored(values), undo),
    'funding.eventOf': (values) => this.#eventOf(values),
    'funding.paymentEvents': ({ gateway, payment_id }) =>
      [...this.#events.values()].filter((row) => row['gateway'] === gateway && row['payment_id'] === payment_id),
    'funding.settleEvent': ({ id, funding_id, effect }, undo) => {
      const event = this.#events.get(text(id))
      return event ? put(this.#events, { ...event, funding_id: funding_id ?? event['funding_id'], effect }, undo) : []
    },
    'funding.settleOpenEvent': ({ id, funding_id, effect }, undo) => {
      const event = this.#events.get(text(id))
      if (event?.['effect'] !== 'received' && event?.['effect'] !== 'waiting') return []
      return put(this.#events, { ...event, funding_id: funding_id ?? event['funding_id'], effect }, undo)
    },
    'funding.addSuspense': (values, undo) =>
      this.#suspenseOf(values).length > 0 ? [] : put(this.#suspense, stored(values), undo),
    'funding.suspense': ({ state }) => [...this.#suspense.values()].filter((item) => item['state'] === state).reverse(),
    'funding.lockSuspense': (values) => this.#suspenseOf(values).filter((item) => item['state'] === 'open'),
    'funding.explainSuspense': (values, undo) => {
      const item = this.#suspense.get(text(values['id']))
      const { reason, at } = stored(values)
      return item ? put(this.#suspense, { ...item, reason, updated_at: at }, undo) : []
    },
    'funding.suspenseById': ({ id }) => found(this.#suspense.get(text(id))),
    'funding.suspenseOf': (values) => this.#suspenseOf(values),
    'funding.resolveSuspense': (values, undo) => {
      const item = this.#suspense.get(text(values['id']))
      const { state, resolution, at } = stored(values)
      if (item?.['state'] !== 'open') return []
      return put(this.#suspense, { ...item, state, resolution, updated_at: at }, undo)
    },
    'plans.newest': ({ account_id }) => {
      const own = [...this.#subscriptions.values()].filter((row) => row['account_id'] === account_id).reverse()
      return found(own.find(({ state }) => state !== 'ended') ?? own[0])
    },
    'plans.used': ({ account_id, name, period }) => [
      { value: this.platform.unitsOf(text(account_id), { name: text(name), period: text(period) }) },
    ],
    'plans.put': (values, undo) => put(this.#subscriptions, stored(values), undo),
    'plans.due': ({ at, after }) =>
      after ? [] : [...this.#subscriptions.values()].filter((row) => this.#isDue(row, Number(at))),
  }

  #eventOf({ gateway, event_key }: Values): readonly Row[] {
    const same = (row: Row): boolean => row['gateway'] === gateway && row['event_key'] === event_key
    return found([...this.#events.values()].find(same))
  }

  #suspenseOf({ gateway, payment_id }: Values): readonly Row[] {
    const same = (row: Row): boolean => row['gateway'] === gateway && row['payment_id'] === payment_id
    return found([...this.#suspense.values()].find(same))
  }

  #isDue({ account_id, state, ends_at, grace_until, price, paid }: Row, at: number): boolean {
    const { status, available } = this.platform.availableOf(text(account_id))
    if (state === 'ended' || status === 'suspended') return false
    if (status === 'closed' || (grace_until !== null && Number(grace_until) <= at)) return true
    return state === 'active' ? Number(ends_at) <= at : available >= Number(price) - Number(paid)
  }
}

const nameOf = ({ of, name }: TableStatement): string => `${of.namespace}.${name}`

function put(rows: Map<string, Row>, row: Row, undo: Undo): readonly Row[] {
  const id = text(row['id'])
  const before = rows.get(id)
  rows.set(id, row)
  undo.push(() => (before ? rows.set(id, before) : rows.delete(id)))
  return [row]
}
