import { inr, type Money, micro, minus, plus, times, type WalletOwner, zero } from '@parakh/core'
import { atOnce, type OpenWallet, type StepName, type WalletCheck, type WalletTrial } from './wallet-trial.ts'

const FUNDS = inr('10')
const PRICE = inr('3')
const PART = inr('1')
const LEFT = minus(FUNDS, PRICE)
/** In micro-rupees: less than a paisa, and 500 crore rupees. */
const [SMALLEST, LARGE] = [micro(1), micro(5_000_000_000_000_001)]
/** How many at once. */
const CROWD = 16

/** A driver, an owner with funds, and a reference of its own. */
async function begin(trial: WalletTrial, funds: Money = FUNDS): Promise<Case> {
  const [first, owner] = [await trial.open(), await trial.bench.fund(funds)]
  const reference = trial.reference()
  const take: Case['take'] = (name, amount = PRICE, gives) =>
    trial.expectStep(first, name, { owner, reference, amount, ...(gives === undefined ? {} : { gives }) })
  const has: Case['has'] = (amount, when) => trial.expectAvailable(owner, amount, when)
  return { first, owner, reference, take, has }
}
interface Case {
  readonly first: OpenWallet
  readonly owner: WalletOwner
  readonly reference: string
  take(name: StepName, amount?: Money, gives?: string): Promise<void>
  has(amount: Money, when: string): Promise<void>
}

/** Each step, what comes before it, and what is there to spend after it. */
export interface StepCase {
  readonly title: string
  readonly name: StepName
  readonly before: readonly (readonly [StepName, Money])[]
  readonly amount: Money
  readonly gives?: string
  readonly leaves: Money
  readonly needs?: 'refund' | 'credit'
}
/** Every step in every place where a call or a process may end. Its owner had `FUNDS`. */
export const STEP_CASES: readonly StepCase[] = [
  { title: 'reserve', name: 'reserve', before: [], amount: PRICE, leaves: LEFT },
  ...[
    { title: 'reserve of too much', name: 'reserve', amount: plus(FUNDS, SMALLEST), gives: 'insufficient' } as const,
    { title: 'release without a reservation', name: 'release', amount: PRICE } as const,
  ].map((step) => ({ ...step, before: [], leaves: FUNDS })),
  { title: 'capture', name: 'capture', before: [['reserve', PRICE]], amount: PRICE, leaves: LEFT },
  {
    title: 'capture of a part',
    name: 'capture',
    before: [['reserve', PRICE]],
    amount: PART,
    leaves: minus(FUNDS, PART),
  },
  { title: 'release', name: 'release', before: [['reserve', PRICE]], amount: PRICE, leaves: FUNDS },
  {
    ...{ title: 'late reserve', name: 'reserve', before: [['release', PRICE]], amount: PRICE },
    ...{ gives: 'insufficient', leaves: FUNDS },
  },
  ...[
    { title: 'refund', amount: PRICE, leaves: FUNDS },
    { title: 'refund of a part', amount: PART, leaves: plus(LEFT, PART) },
  ].map(
    (refund): StepCase => ({
      ...{ ...refund, name: 'refund', needs: 'refund' },
      before: [
        ['reserve', PRICE],
        ['capture', PRICE],
      ],
    }),
  ),
  { title: 'credit', name: 'credit', before: [], amount: PRICE, leaves: plus(FUNDS, PRICE), needs: 'credit' },
]

/** Brings a new owner to where the step of a case comes. */
export async function prepareStep(trial: WalletTrial, { before }: StepCase): Promise<Case> {
  const given = await begin(trial)
  for (const [name, amount] of before) await given.take(name, amount)
  return given
}

const once = (step: StepCase): WalletCheck => ({
  title: `takes a ${step.title} once: repeated, at once, and by another instance`,
  ...(step.needs === undefined ? {} : { needs: step.needs }),
  async run(trial) {
    const again = [await prepareStep(trial, step), await prepareStep(trial, step)] as const
    const second = await trial.open()
    const { name, amount, leaves, gives } = step
    const asked = { amount, ...(gives === undefined ? {} : { gives }) }
    const [one, crowd] = again
    for (const by of [one.first, one.first, second]) await trial.expectStep(by, name, { ...one, ...asked })
    await one.has(leaves, 'after it was repeated')
    await atOnce(CROWD, (index) => trial.expectStep(index % 2 ? second : crowd.first, name, { ...crowd, ...asked }))
    await crowd.has(leaves, 'after it came at once')
  },
})

/** What the steps of one reservation come to. */
const RESERVATIONS: readonly WalletCheck[] = [
  {
    title: 'sets all of an amount aside, or nothing',
    async run(trial) {
      const { first, owner, take, has, reference } = await begin(trial)
      const other = `${reference}-too-much`
      await trial.expectStep(first, 'reserve', {
        ...{ owner, reference: other, amount: plus(FUNDS, SMALLEST), gives: 'insufficient' },
      })
      await has(FUNDS, 'after a refusal')
      await take('reserve', FUNDS)
      await has(zero, 'when all is reserved')
      // A refusal stands under its key: the money that comes later does not change it.
      await take('release', FUNDS)
      await trial.expectStep(first, 'reserve', { owner, reference: other, amount: PART, gives: 'insufficient' })
      await has(FUNDS, 'after a refusal was repeated')
    },
  },
  {
    title: 'refuses an owner without money, and does not fail',
    async run(trial) {
      const { take, has } = await begin(trial, zero)
      await take('reserve', SMALLEST, 'insufficient')
      await has(zero, 'of an owner without money')
    },
  },
  {
    title: 'gives the result of a reserve again after its capture, and takes nothing',
    async run(trial) {
      const { take, has } = await begin(trial)
      for (const name of ['reserve', 'capture', 'reserve', 'capture'] as const) await take(name)
      await has(LEFT, 'after all was repeated')
    },
  },
  {
    title: 'keeps a capture when a release comes after it',
    async run(trial) {
      const { take, has } = await begin(trial)
      for (const name of ['reserve', 'capture', 'release'] as const) await take(name)
      await has(LEFT, 'after capture and release')
    },
  },
  {
    title: 'keeps a release when a capture comes after it',
    async run(trial) {
      const { take, has } = await begin(trial)
      for (const name of ['reserve', 'release', 'capture'] as const) await take(name)
      await has(FUNDS, 'after release and capture')
    },
  },
  {
    title: 'sets nothing aside by a reserve that comes after its release, nor by one that comes with it',
    async run(trial) {
      const { first, owner, has } = await begin(trial)
      const second = await trial.open()
      await atOnce(CROWD, async () => {
        const reference = trial.reference()
        const step = { owner, reference, amount: PART }
        await Promise.all([trial.take(first, 'reserve', step), trial.take(second, 'release', step)])
      })
      await has(FUNDS, 'after reserves and their releases')
    },
  },
  {
    title: 'reserves no more than there is when many ask at once',
    async run(trial) {
      const most = 10
      const { first, owner, has } = await begin(trial, times(PART, most))
      const second = await trial.open()
      const references = await atOnce(CROWD + most, async () => trial.reference())
      const results = await atOnce(references.length, async (index) => {
        const step = { owner, reference: references[index] ?? '', amount: PART }
        return await trial.take(index % 2 ? second : first, 'reserve', step)
      })
      trial.same('reserved', results.filter((result) => result === 'reserved').length, most)
      trial.same('insufficient', results.filter((result) => result === 'insufficient').length, CROWD)
      await has(zero, 'when all is reserved')
      await atOnce(references.length, (index) =>
        trial.expectStep(first, 'release', { owner, reference: references[index] ?? '', amount: PART }),
      )
      await has(times(PART, most), 'when all is released')
    },
  },
]

/** Amounts, owners, and what is shown. */
const AMOUNTS: readonly WalletCheck[] = [
  {
    title: 'counts single micro-rupees, also of much',
    async run(trial) {
      const { take, has } = await begin(trial, LARGE)
      await take('reserve', SMALLEST)
      await has(minus(LARGE, SMALLEST), 'after one micro-rupee was reserved')
      await take('capture', SMALLEST)
      await has(minus(LARGE, SMALLEST), 'after it was captured')
    },
  },
  {
    title: 'keeps references and owners apart',
    async run(trial) {
      const [one, other] = [await begin(trial), await begin(trial)]
      await one.take('reserve')
      await trial.expectStep(one.first, 'reserve', { owner: one.owner, reference: trial.reference(), amount: PART })
      await other.take('reserve', PART)
      await one.take('release')
      await other.take('capture', PART)
      await one.has(minus(FUNDS, PART), 'of one owner')
      await other.has(minus(FUNDS, PART), 'of the other')
    },
  },
  {
    title: 'shows what can be spent',
    async run(trial) {
      const { first, owner, take } = await begin(trial)
      const shown = async (amount: Money, when: string) => {
        const { available } = await first.wallet.balance(owner, new AbortController().signal)
        trial.same(`balance ${when}`, available, amount)
      }
      await shown(FUNDS, 'at first')
      await take('reserve')
      await shown(LEFT, 'after a reserve')
      const step = { key: trial.reference(), reference: trial.reference(), wallet: owner, amount: PART }
      const reservation = await first.wallet.reserve(
        { ...step, expiresAt: new Date(Date.now() + 60_000) },
        new AbortController().signal,
      )
      const told = reservation.kind === 'reserved' ? (reservation.available ?? minus(LEFT, PART)) : reservation.kind
      trial.same('available of a reservation', told, minus(LEFT, PART))
    },
  },
  {
    title: 'gives back under each key once, in parts',
    needs: 'refund',
    async run(trial) {
      const { first, owner, reference, take, has } = await begin(trial)
      await take('reserve')
      await take('capture')
      for (const key of [`${reference}/one`, `${reference}/two`, `${reference}/one`])
        await trial.expectStep(first, 'refund', { owner, reference, amount: PART, key })
      await has(plus(LEFT, times(PART, 2)), 'after two refunds')
      await take('release')
      await has(plus(LEFT, times(PART, 2)), 'after a release that came late')
    },
  },
  {
    title: 'puts money in for an owner who has none',
    needs: 'credit',
    async run(trial) {
      const { first, owner, take, has } = await begin(trial, zero)
      await trial.expectStep(first, 'credit', { owner, reference: trial.reference(), amount: PRICE })
      await has(PRICE, 'after a credit')
      await take('reserve')
      await has(zero, 'after a reserve of it')
    },
  },
  {
    title: 'has the steps that its capabilities promise, and no others',
    async run(trial) {
      const { wallet } = await trial.open()
      const { capabilities } = trial.bench
      for (const name of ['refund', 'credit'] as const)
        trial.same(`${name} is there`, wallet[name] !== undefined, capabilities.includes(name))
    },
  },
]

/** The promises of single steps, without a kill. */
export const STEP_CHECKS: readonly WalletCheck[] = [...STEP_CASES.map(once), ...RESERVATIONS, ...AMOUNTS]
