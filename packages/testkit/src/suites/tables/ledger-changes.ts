import {
  inr,
  type LedgerMove,
  type LedgerTransaction,
  type Money,
  micro,
  priceOf,
  type Steps,
  zero,
} from '@parakh/core'
import { expect, it } from 'vitest'
import { pseudoRandom } from '../../memory/ledger-steps.ts'
import type { Payer } from '../store/store-trial.ts'
import { Referred, referrals } from './referral-plugin.ts'
import type { TableTrial } from './table-trial.ts'

const environment = 'production'
const actor = 'asha'
const STEPS = 80
const SEEDS = [1, 2]

/** Moves of money by plugins. */
export function ledgerChangeTests(trial: () => TableTrial): void {
  const change = <T>(payers: readonly Pick<Payer, 'accountId'>[], work: (tx: LedgerTransaction) => Steps<T>) =>
    trial().plugin.change(
      { wallets: payers.map(({ accountId }) => ({ accountId, environment })), reserved: null },
      work,
    )
  const move = (payer: Pick<Payer, 'accountId'>, given: Omit<LedgerMove, 'accountId' | 'environment' | 'actor'>) =>
    change([payer], (tx) => tx.move({ ...given, accountId: payer.accountId, environment, actor } as LedgerMove))

  it('move money and write rows and events in one commit, or nothing', async () => {
    const payer = await trial().payer(inr('10'))
    const { accountId } = payer
    const given = trial().referral(accountId)
    const wallet = { accountId, environment } as const
    const reward = (fails: boolean) =>
      change([payer], function* (tx) {
        const before = tx.wallet(wallet).available
        const { kind } = yield* tx.move({ kind: 'credit', ...wallet, amount: inr('5'), reference: 'reward', actor })
        yield* tx.run(referrals.insert(given))
        yield* tx.event(Referred, { ...wallet, data: { friend: given.friend } })
        if (fails) throw new Error('not this time')
        return { kind, gained: tx.wallet(wallet).available - before, moved: yield* tx.moved(wallet, 'reward') }
      })
    await expect(reward(true)).rejects.toThrow('not this time')
    expect(await trial().balance(payer)).toMatchObject({ available: inr('10') })
    expect(await reward(false)).toEqual({ kind: 'moved', gained: inr('5'), moved: inr('5') })
    expect(await trial().balance(payer)).toMatchObject({ available: inr('15') })
  })

  it('take all of a price or nothing, once per reference, of wallets that they have locked', async () => {
    const [payer, other] = [await trial().payer(inr('10')), await trial().payer(zero)]
    const fee = { kind: 'debit', reference: 'fee', reason: 'A fee' } as const
    expect(await move(payer, { ...fee, amount: inr('10.01') })).toMatchObject({ kind: 'insufficient' })
    expect(await move(payer, { ...fee, amount: inr('4') })).toMatchObject({ kind: 'moved' })
    expect(await move(payer, { ...fee, amount: inr('4') })).toMatchObject({ kind: 'duplicate' })
    await expect(move(payer, { ...fee, amount: inr('5') })).rejects.toMatchObject({ code: 'REFERENCE_REUSED' })
    const given = { kind: 'transfer', accountId: payer.accountId, to: other.accountId, environment, actor } as const
    const allot = { ...given, amount: inr('1'), reference: 'july' }
    await expect(change([payer], (tx) => tx.move(allot))).rejects.toMatchObject({ code: 'WALLET_NOT_LOCKED' })
    expect(await change([payer, other], (tx) => tx.move(allot))).toMatchObject({ kind: 'moved' })
    const nobody = change([payer, { accountId: 'nobody' }], (tx) => tx.move(allot))
    await expect(nobody).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    expect(await trial().balance(payer)).toMatchObject({ available: inr('5') })
    expect(await trial().balance(other)).toMatchObject({ available: inr('1') })
  })

  it('take turns at a wallet, in several processes: none decides by a balance that another one spends', async () => {
    const payer = await trial().payer(inr('10'))
    const of = { accountId: payer.accountId, environment } as const
    const processes = [trial().plugin, await trial().second()]
    const spend = (nth: number) =>
      processes[nth % 2]?.change({ wallets: [of], reserved: null }, function* (tx) {
        const { available } = tx.wallet(of)
        const debit = { kind: 'debit', ...of, actor, amount: inr('3'), reason: 'At once' } as const
        const { kind } = yield* tx.move({ ...debit, reference: `at-once-${nth}` })
        return [kind, available]
      })
    const spent = await Promise.all(Array.from({ length: 8 }, (_, nth) => spend(nth)))
    expect(
      spent
        .filter((one) => one?.[0] === 'moved')
        .map((one) => Number(one?.[1]))
        .toSorted(),
    ).toEqual([inr('10'), inr('4'), inr('7')].toSorted())
    expect(spent.filter((one) => one?.[0] === 'insufficient')).toHaveLength(5)
    expect(await trial().balance(payer)).toMatchObject({ available: inr('1') })
  })

  it('put nothing into the wallet of a closed account, but tell of what it took before', async () => {
    const payer = await trial().payer(zero)
    const { accountId } = payer
    const credit = { kind: 'credit', amount: inr('1') } as const
    await move(payer, { ...credit, reference: 'before' })
    await move(payer, { kind: 'debit', amount: inr('1'), reference: 'out', reason: 'All' } as never)
    await trial().store.accounts.setStatus(accountId, 'closed', actor)
    await expect(move(payer, { ...credit, reference: 'after' })).rejects.toMatchObject({ code: 'ACCOUNT_CLOSED' })
    expect(await move(payer, { ...credit, reference: 'before' })).toMatchObject({ kind: 'duplicate' })
  })

  it('suspend an account and open it again, with the move that they are about', async () => {
    const payer = await trial().payer(inr('3'))
    const { accountId } = payer
    const status = async () => (await trial().store.accounts.get(accountId))?.status
    const back = { kind: 'reverse', accountId, environment, actor, reason: 'Charged back' } as const
    const taken = await change([payer], function* (tx) {
      yield* tx.move({ ...back, amount: inr('5'), reference: 'first/back' })
      return [yield* tx.suspend(accountId), yield* tx.suspend(accountId), tx.wallet(payer).owed]
    })
    expect(taken).toEqual([true, false, inr('2')])
    expect(await status()).toBe('suspended')
    expect(await change([payer], (tx) => tx.reopen(accountId))).toBe(true)
    expect(await status()).toBe('active')
  })

  it('take back the commission of calls that were paid with what is gone, each once, and convert and recover it', async () => {
    const [payer, earner] = [await trial().payer(inr('1')), await trial().payer(zero)]
    const legs = [{ accountId: earner.accountId, amount: priceOf(70_000) }]
    const sell = () => trial().pay(payer, inr('1'), { legs })
    await sell()
    trial().clock.advance(1_000)
    const since = trial().clock.now()
    await move(payer, { kind: 'credit', amount: inr('3'), reference: 'utr-1' })
    for (let nth = 0; nth < 3; nth += 1) await sell()
    const earned = () => change([earner], (tx) => tx.commission(earner))
    expect(await earned()).toMatchObject({ accrued: 280_000, convertible: 280_000 })
    const own = { accountId: earner.accountId, environment, actor } as const
    await change([earner], (tx) => tx.move({ kind: 'convert', ...own, amount: micro(280_000), reference: 'c-1' }))
    const reverse = (by: string, amount: Money) =>
      change([payer], (tx) =>
        tx.move({
          ...{ kind: 'reverse', accountId: payer.accountId, environment, actor, amount, reason: 'Charged back' },
          ...{ reference: `${by}/back`, clawBack: { since, by } },
        }),
      )
    expect(await reverse('one', inr('2'))).toEqual({ kind: 'moved', takenBack: 140_000 })
    // The call from before the money came in is nobody's loss.
    expect(await reverse('two', inr('2'))).toEqual({ kind: 'moved', takenBack: 70_000 })
    expect(await reverse('two', inr('2'))).toEqual({ kind: 'duplicate', takenBack: zero })
    expect(await earned()).toMatchObject({ accrued: -210_000, convertible: zero })
    const recover = { kind: 'recover', ...own, amount: micro(210_000), reference: 'r-1', reason: 'Given back' } as const
    expect(await change([earner], (tx) => tx.move(recover))).toMatchObject({ kind: 'moved' })
    expect(await trial().balance(earner)).toMatchObject({ available: 70_000 })
  })

  it.each(SEEDS)('neither make nor lose money, whatever is moved and wherever it fails (seed %i)', async (seed) => {
    const random = pseudoRandom(seed)
    const payers = await Promise.all([inr('5'), inr('1'), inr('0.50')].map((funds) => trial().payer(funds)))
    const nets = new Map<string, number>()
    for (const payer of payers) {
      const { balance, owed } = await trial().balance(payer)
      nets.set(payer.accountId, balance - owed)
    }
    const results = new Set<string>()
    for (let step = 0; step < STEPS; step += 1) {
      const moves = Array.from({ length: 1 + random(3) }, () => randomMove(random, payers))
      const fails = random(6) === 0
      const deltas: (readonly [string, number])[] = []
      const work = function* (tx: LedgerTransaction): Steps<void> {
        deltas.length = 0
        for (const one of moves) {
          const { kind } = yield* tx.move(one)
          results.add(kind)
          if (kind === 'moved') deltas.push(...deltasOf(one))
        }
        yield* tx.run(referrals.insert(trial().referral(payers[0]?.accountId ?? '')))
        if (fails) throw new Error('rolled back')
      }
      const outcome = await change(payers, work).then(
        () => 'committed',
        (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
      )
      results.add(outcome)
      if (outcome === 'committed') addTo(nets, deltas)
    }
    for (const payer of payers) {
      const { balance, owed } = await trial().balance(payer)
      expect(balance - owed).toBe(nets.get(payer.accountId))
    }
    for (const kind of ['moved', 'duplicate', 'insufficient', 'committed', 'rolled back'])
      expect(results).toContain(kind)
  })
}

const addTo = (nets: Map<string, number>, deltas: readonly (readonly [string, number])[]): void => {
  for (const [id, by] of deltas) nets.set(id, (nets.get(id) ?? 0) + by)
}

type Random = (below: number) => number
const KINDS = ['credit', 'debit', 'adjust', 'reverse', 'transfer', 'convert', 'recover'] as const

/** A move of any kind, some of whose references were used before. */
function randomMove(random: Random, payers: readonly Payer[]): LedgerMove {
  const kind = KINDS[random(KINDS.length)] ?? 'credit'
  const of = payers[random(payers.length)]
  const other = payers.find(({ accountId }) => accountId !== of?.accountId)
  if (!of || !other) throw new Error('there are several')
  // The amount follows from the reference, so that one that comes again is the same.
  const nth = random(60)
  const amount = micro((nth + 1) * 20_000)
  const own = { accountId: of.accountId, environment: of.environment, actor, reference: `${kind}-${nth}` } as const
  if (kind === 'transfer') return { kind, ...own, amount, to: other.accountId }
  if (kind === 'adjust') return { kind, ...own, amount: micro(nth % 2 ? amount : -amount), reason: 'By chance' }
  if (kind === 'credit' || kind === 'convert') return { kind, ...own, amount }
  return { kind, ...own, amount, reason: 'By chance' }
}

/** What a move makes of each wallet, less what it owes. */
function deltasOf(moved: LedgerMove): readonly (readonly [string, number])[] {
  const { kind, accountId, amount } = moved
  if (kind === 'transfer')
    return [
      [accountId, -amount],
      [moved.to, amount],
    ]
  return [[accountId, ['credit', 'convert', 'adjust'].includes(kind) ? amount : -amount]]
}
