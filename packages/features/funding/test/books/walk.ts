import { type CallState, hasHold, isParakhError, type Role } from '@parakh/core'
import { ACCOUNT_STEPS } from './account-steps.ts'
import { Bank } from './bank.ts'
import { CALL_STEPS } from './call-steps.ts'
import { checkBooks, type Standing, standingOf } from './check-books.ts'
import { MONEY_STEPS } from './money-steps.ts'
import type { BookRows, Books } from './open-books.ts'
import { environment, type Party, type Scene, type Take, type WalkMemory } from './scene.ts'
import type { StepKind, WalkPlan, WalkStep } from './walk-steps.ts'

const TAKES: Readonly<Record<StepKind, Take>> = { ...CALL_STEPS, ...MONEY_STEPS, ...ACCOUNT_STEPS }
/** Upwards in the line last: a customer of one of two distributors, which one master distributor has. */
const LINE: readonly (readonly [Role, number])[] = [
  ['master_distributor', 1_800],
  ['distributor', 1_200],
  ['distributor', 1_000],
  ['customer', 0],
]

/** A customer and resellers who act together against whoever runs the server, with the books checked after each step. */
export class Walk {
  /** How often each kind of step came to each end, and posted what. */
  readonly reached = new Map<string, number>()
  readonly #memory: WalkMemory = {
    ...{
      bank: new Bank(),
      references: [],
      orders: [],
      refunds: [],
      disputes: new Map(),
      disputed: 1,
      moved: [],
      pools: new Map(),
    },
  }
  readonly #scene: Pick<Scene, 'books' | 'parties' | 'mode'>
  #made = 0
  #rows: BookRows

  private constructor(scene: Pick<Scene, 'books' | 'parties' | 'mode'>, rows: BookRows) {
    this.#scene = scene
    this.#rows = rows
  }

  /** Opens the accounts of a walk, the customer last. */
  static async open(books: Books, mode: WalkPlan['mode']): Promise<Walk> {
    const parties: Party[] = []
    for (const [role, basisPoints] of LINE) {
      const parentId = role === 'customer' ? parties[1]?.id : parties[0]?.id
      const { id } = await books.store.accounts.create({ name: role, role, parentId: parentId ?? null })
      await books.store.accounts.approveKyc(id)
      const { key } = await books.store.keys.create({ accountId: id, environment })
      parties.push({ id, role, basisPoints, key: { id: key.id, version: key.version } })
    }
    const accountIds = parties.map(({ id }) => id)
    return new Walk({ books, parties, mode }, await books.read({ accountIds, references: [] }))
  }

  /** How everybody stands now, by place: the same in every form of the books. */
  get standings(): readonly Standing[] {
    return this.#scene.parties.map(({ id }) => standingOf(this.#rows, id))
  }

  /** Takes a step and checks the books. @returns To what it came. @throws Error that names what the books have wrong. */
  async take(step: WalkStep): Promise<string> {
    const { books, parties } = this.#scene
    const before = this.#rows
    const [memory, next] = [this.#memory, (of: string) => `${of}${++this.#made}`]
    const end = await endOf(() => TAKES[step.kind]({ ...this.#scene, memory, rows: before, step, next }))
    const accountIds = parties.map(({ id }) => id)
    this.#rows = await books.read({ accountIds, references: memory.references })
    const units = new Map<string, number>()
    for (const [counter, { limit: _, ...pool }] of memory.pools)
      units.set(counter, await books.store.counters.value({ ...pool, environment }))
    checkBooks({ kind: step.kind, accountIds, before, after: this.#rows, memory, units })
    const what = `${step.kind}: ${end ?? 'nothing to do'}`
    this.#count(what)
    for (const { kind, ledgerAccount } of this.#rows.entries.slice(before.entries.length))
      this.#count(`${kind} of ${ledgerAccount.split(':')[0]}`)
    if (what === 'move: moved' && before.calls.some(hasHold)) this.#count('moved while a call is open')
    if (before.calls.some((call, place) => isGivenBackLate(call, this.#rows.calls[place])))
      this.#count('given back after its commission was clawed back')
    return what
  }

  #count(what: string): void {
    this.reached.set(what, (this.reached.get(what) ?? 0) + 1)
  }
}

const isGivenBackLate = ({ legs, refunded }: CallState, after: CallState | undefined): boolean =>
  refunded === 0 && (after?.refunded ?? 0) > 0 && legs.some(({ clawedBack }) => clawedBack)

/** To what a step came: a refusal by its code. Anything else that is thrown is a fault. */
async function endOf(take: () => Promise<string | null>): Promise<string | null> {
  try {
    return await take()
  } catch (thrown) {
    if (isParakhError(thrown)) return thrown.code
    throw thrown
  }
}
