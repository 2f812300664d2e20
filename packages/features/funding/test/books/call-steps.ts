import {
  type CallState,
  counterText,
  hasHold,
  isOpenCall,
  micro,
  NO_WRITES,
  priceOf,
  type SettleOperation,
  type StagedWrites,
  type UnitPool,
  zero,
} from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { CommissionTree, legsOf, poolOf } from '../../../../../test/book-rules.ts'
import { CATALOGUE } from './open-books.ts'
import {
  environment,
  type Party,
  paise,
  partyNamed,
  partyOf,
  payerOf,
  type Scene,
  someCall,
  type Take,
} from './scene.ts'

const ENDPOINT = 'lookup'
const LIMITS = { endpoint: 1_000, total: 1_000, inFlight: 1_000 }
const LEASE_MS = 30_000
/** How long a hold waits for its async result, in milliseconds. */
const ACCEPTED_MS = 86_400_000
/** Prices rise to 3.00 INR. */
const DEAREST_PAISE = 300
const BODY = Uint8Array.from(Buffer.from('{}'))

/** How a call ends. `pending`: charged, and may still fail. `accepted`: charged on completion. */
type Ending = 'answer' | 'pending' | 'accepted' | 'none' | 'failed'
const ENDINGS: readonly Ending[] = [
  ...(['answer', 'answer', 'pending', 'pending', 'accepted'] as const),
  'none',
  'failed',
]

/** The shares of the line that a party has now, of a price. */
async function legsNow({ books, mode, parties }: Scene, party: Party, price: ReturnType<typeof priceOf>) {
  const levels = await Promise.all(
    parties.map(async ({ id, role, basisPoints }) => {
      const parentId = (await books.store.accounts.get(id))?.parentId ?? null
      return { accountId: id, parentId, name: id, role, basisPoints }
    }),
  )
  const own = levels.find(({ accountId }) => accountId === party.id)
  return legsOf(new CommissionTree(levels, mode).shares(own?.parentId ?? null), price)
}

/** The pool of a party's plan, which pays while it has units. */
async function poolNow({ books, memory }: Scene, { id: accountId }: Party): Promise<UnitPool | undefined> {
  const subscription = await books.subscriptions.find(accountId)
  if (!subscription) return undefined
  const pool = poolOf(subscription, { endpoint: ENDPOINT, at: books.clock.now() }, CATALOGUE)
  if (!pool) return undefined
  const { name, period, version } = pool
  const counter = counterText(pool)
  const terms = CATALOGUE.offered.find(({ id }) => version === `plan:${id}:${period}`)
  const limit = Math.max(memory.pools.get(counter)?.limit ?? 0, terms?.limit ?? 0)
  memory.pools.set(counter, { accountId, name, period, limit })
  return pool
}

/** @param same An earlier call, whose idempotency key is sent again. @returns The call; text: why it was not let in. */
async function admit(scene: Scene, same?: CallState): Promise<CallState | string> {
  const { books, memory, step, next } = scene
  const party = same ? partyNamed(scene, same.accountId) : payerOf(scene)
  const price = priceOf(paise(1 + (step.amount % DEAREST_PAISE)))
  const [legs, pool] = [await legsNow(scene, party, price), await poolNow(scene, party)]
  const version = party.key.version + ((await books.store.accounts.get(party.id))?.version ?? 0)
  const reference = next('call-')
  const admitted = await books.store.billing.admit({
    ...{ kind: 'admit', accountId: party.id, environment, at: books.clock.now().getTime(), reference },
    ...{ keyId: party.key.id, keyVersion: version, endpoint: ENDPOINT, requestId: reference, price, legs, pool },
    ...{
      claim: same?.claim ?? reference,
      fingerprint: step.variant < 7 ? 'same' : reference,
      priceVersion: 'plugin:1',
    },
    ...{ limits: LIMITS, alreadyCounted: false, leaseMs: LEASE_MS, owner: 'one', consents: [] as const },
  })
  if (admitted.kind !== 'admitted') return admitted.kind === 'refused' ? admitted.code : admitted.kind
  memory.references.push(reference)
  return (await books.store.billing.findByReference(reference))?.call ?? 'not found'
}

async function settle(
  scene: Scene,
  call: Pick<CallState, 'reference' | 'accountId' | 'keyId' | 'epoch' | 'price'>,
  ending: Ending,
): Promise<string> {
  const { reference, accountId, keyId, epoch } = call
  const at = scene.books.clock.now().getTime()
  const outcome = ending === 'none' || ending === 'failed' ? ending : 'answer'
  const charged = ending === 'answer' || ending === 'pending' ? call.price : zero
  const waits = ending === 'pending' || ending === 'accepted'
  const of = { accountId, environment, keyId, reference, at } as const
  const operation: SettleOperation = {
    ...{ ...of, kind: 'settle', epoch, outcome, charged, keepsUnit: outcome === 'answer' },
    ...(ending === 'accepted' ? { holdUntil: at + ACCEPTED_MS } : {}),
    response: outcome === 'failed' ? null : { status: 200, body: BODY },
    usage: {
      ...{ ...of, requestId: reference, endpoint: ENDPOINT, status: 200, outcome, code: null, latencyMs: 1, charged },
      ...{ ip: '', day: indianDay(new Date(at)), counted: true },
    },
    writes: { ...NO_WRITES, ...(waits ? { asyncState: { reference, from: 'none', to: 'pending' } } : {}) },
  }
  return `${ending}: ${(await scene.books.store.billing.settle(operation)).kind}`
}

const sale =
  (ending: (scene: Scene) => Ending): Take =>
  async (scene) => {
    const call = await admit(scene)
    return typeof call === 'string' ? call : await settle(scene, call, ending(scene))
  }
const call: Take = async (scene) => {
  const held = await admit(scene)
  if (typeof held === 'string') return held
  return held.pool === null ? 'held' : 'held a unit'
}
/** With the idempotency key of an earlier call, and another price. */
const repeat: Take = async (scene) => {
  const earlier = someCall(scene, ({ claim }) => claim !== null)
  if (!earlier) return null
  const repeated = await admit(scene, earlier)
  return typeof repeated === 'string' ? repeated : 'admitted again'
}
/** Now and then by an owner that is fenced off. */
const settleOpen: Take = async (scene) => {
  const open = someCall(scene, isOpenCall)
  if (!open) return null
  const ending = ENDINGS[scene.step.variant % ENDINGS.length] ?? 'answer'
  return await settle(scene, { ...open, epoch: open.epoch + (scene.step.variant === 9 ? 1 : 0) }, ending)
}
/** What is over is brought to another end. */
const again: Take = async (scene) => {
  const over = someCall(scene, (one) => !isOpenCall(one))
  if (!over) return null
  return await settle(scene, over, ENDINGS[scene.step.other % ENDINGS.length] ?? 'answer')
}

async function commit(scene: Scene, accountId: string, writes: Partial<StagedWrites>): Promise<string> {
  const at = scene.books.clock.now().getTime()
  const of = { accountId, environment, at, actor: 'test' } as const
  return (await scene.books.store.billing.commit({ kind: 'commit', ...of, writes: { ...NO_WRITES, ...writes } })).kind
}

/** A result of a call that waits for one; now and then of one that had its result. */
const result: Take = async (scene) => {
  const { variant } = scene.step
  const waits = someCall(scene, ({ asyncState }) => asyncState === 'pending')
  const late = someCall(scene, ({ asyncState }) => asyncState !== null)
  const of = variant === 9 ? late : waits
  if (!of) return null
  const { reference, accountId } = of
  const to = scene.step.other % 2 === 0 ? 'completed' : 'failed'
  const refunds = to === 'failed' ? [{ reference, reason: 'The source said no' }] : []
  return `${to}: ${await commit(scene, accountId, { refunds, asyncState: { reference, from: 'pending', to } })}`
}
/** By the plugin of the call, or by an operator; now and then in the name of another account, or of what is over. */
const giveBack: Take = async (scene) => {
  const { variant } = scene.step
  const paid = ({ charged, refunded, phase }: CallState) => phase === 'accepted' || charged > refunded
  const of = someCall(scene, variant > 7 ? () => true : (one) => paid(one) || one.pool !== null)
  if (!of) return null
  const { reference } = of
  const accountId = variant === 9 ? partyOf(scene).id : of.accountId
  const actor = variant % 2 === 0 ? {} : { actor: 'asha' }
  return await commit(scene, accountId, { refunds: [{ reference, reason: 'Failed later', ...actor }] })
}

/** Steps of calls. */
export const CALL_STEPS = {
  ...{ call, repeat, settle: settleOpen, again, result, 'give-back': giveBack },
  sale: sale(() => 'answer'),
  'order-sale': sale(({ step }) => (step.variant % 2 === 0 ? 'pending' : 'accepted')),
} as const

/** What open calls of an account hold of money. */
export const heldBy = (calls: readonly CallState[], accountId: string) =>
  micro(calls.filter((one) => hasHold(one) && one.accountId === accountId).reduce((sum, { price }) => sum + price, 0))
