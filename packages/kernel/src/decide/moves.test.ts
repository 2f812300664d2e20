import {
  type CommissionLeg,
  type LedgerEntry,
  type Move,
  type MoveResult,
  micro,
  priceOf,
  walletKey,
  zero,
} from '@parakh/core'
import { expect, it } from 'vitest'
import { admitOf, OF, PRICE, World } from '../../test/ledger-world.ts'

const AT = 1_000_000
const CHILD = { accountId: 'child', environment: 'sandbox' } as const
const facts = (reference: string, amount: number) =>
  ({ ...OF, at: AT, id: `id-${reference}`, reference, amount: micro(amount), actor: 'ops' }) as const
const debit = (reference: string, amount: number): Move => ({
  ...{ kind: 'debit', ...facts(reference, amount), reason: 'Plan fee' },
})
const reverse = (reference: string, amount: number, takesBack: readonly CommissionLeg[] = []): Move => ({
  ...{ kind: 'reverse', ...facts(reference, amount), reason: 'Chargeback', takesBack },
})
const transfer = (reference: string, amount: number): Move => ({
  ...{ kind: 'transfer', ...facts(reference, amount), to: CHILD.accountId },
})
const convert = (reference: string, amount: number): Move => ({ kind: 'convert', ...facts(reference, amount) })
const recover = (reference: string, amount: number): Move => ({
  ...{ kind: 'recover', ...facts(reference, amount), reason: 'Given back' },
})

/** A world whose parent has a child with an empty wallet. */
function family(posted: number): World {
  const world = new World(posted)
  world.wallets.set(walletKey(CHILD), { ...world.wallet(), ...CHILD, posted: zero, version: 0 })
  return world
}
const since = (world: World, before: number) =>
  world.entries.slice(before).map(({ kind, ledgerAccount, amount }: LedgerEntry) => [kind, ledgerAccount, amount])
const kindsOf = (results: readonly { readonly kind: string }[]) => results.map(({ kind }) => kind)
const only = (results: readonly unknown[]) => results[0] as MoveResult

it('takes a debit from what is available alone, held money excluded, and all of it or nothing', () => {
  const world = new World(PRICE * 3)
  world.run([admitOf('open')])
  const before = world.entries.length
  expect(kindsOf(world.run([debit('more', PRICE * 2 + 1)]))).toEqual(['insufficient'])
  expect(since(world, before)).toEqual([])
  expect(world.credits.size).toBe(0)
  expect(only(world.run([debit('month', PRICE * 2)]))).toEqual({ kind: 'moved', posted: PRICE, held: PRICE, owed: 0 })
  expect(since(world, before)).toEqual([
    ['adjustment', 'wallet:acc', -PRICE * 2],
    ['adjustment', 'adjustments', PRICE * 2],
  ])
  expect(world.entries.at(-1)).toMatchObject({ transaction: 'id-month', requestId: 'month', reason: 'Plan fee' })
  world.check()
})

it('takes back of a reversal what is there, owes the rest, and takes the commission that it paid', () => {
  const world = new World(PRICE)
  const before = world.entries.length
  const shares = [
    { accountId: 'one', amount: priceOf(30) },
    { accountId: 'two', amount: priceOf(12) },
  ]
  expect(world.run([reverse('back', PRICE * 3, shares)])).toMatchObject([{ kind: 'moved', posted: 0, owed: PRICE * 2 }])
  expect(since(world, before)).toEqual([
    ['adjustment', 'wallet:acc', -PRICE],
    ['adjustment', 'receivable:acc', -PRICE * 2],
    ['adjustment', 'adjustments', PRICE * 3],
    ['clawback', 'commission:one', -30],
    ['clawback', 'commission:two', -12],
    ['clawback', 'revenue', 42],
  ])
  expect(world.run([reverse('back', PRICE * 3, shares)])).toMatchObject([{ kind: 'duplicate', owed: PRICE * 2 }])
  expect(world.entries).toHaveLength(before + 6)
  world.check()
})

it('takes back no more commission than what is gone could have paid for', () => {
  const world = new World(PRICE)
  const taken = () => world.run([reverse('back', PRICE + 10, [{ accountId: 'one', amount: priceOf(11) }])])
  expect(taken).toThrow('commission of 11 is taken back where 10 is gone')
  expect(world.wallet()).toMatchObject({ posted: PRICE, owed: 0 })
})

it('moves from wallet to wallet under the receiver’s reference, repays what that one owes first, and tells it', () => {
  const world = family(PRICE * 5)
  world.wallets.set(walletKey(CHILD), { ...world.wallet(), ...CHILD, posted: zero, owed: PRICE, version: 0 })
  const before = world.entries.length
  expect(kindsOf(world.run([transfer('much', PRICE * 5 + 1)]))).toEqual(['insufficient'])
  expect(only(world.run([transfer('july', PRICE * 3)]))).toMatchObject({ kind: 'moved', posted: PRICE * 2 })
  expect(since(world, before)).toEqual([
    ['allotment', 'wallet:acc', -PRICE * 3],
    ['allotment', 'wallet:child', PRICE * 3],
    ['repayment', 'wallet:child', -PRICE],
    ['repayment', 'receivable:child', PRICE],
  ])
  expect(world.wallets.get(walletKey(CHILD))).toMatchObject({
    posted: PRICE * 2,
    owed: 0,
    version: 2,
    eventSequence: 1,
  })
  const of = (accountId: string): Move => ({ kind: 'credit', ...facts('july', PRICE * 3), accountId })
  expect(kindsOf(world.run([transfer('july', PRICE * 3), transfer('july', PRICE), of('child'), of('acc')]))).toEqual([
    ...['duplicate', 'reused', 'duplicate', 'moved'],
  ])
  world.check()
})

it('converts commission into the wallet, and recovers it as far as that goes', () => {
  const world = new World(0)
  expect(kindsOf(world.run([convert('mine', PRICE), recover('back', PRICE * 3), convert('next', PRICE)]))).toEqual([
    ...['moved', 'moved', 'moved'],
  ])
  expect(since(world, 0)).toEqual([
    ['conversion', 'wallet:acc', PRICE],
    ['conversion', 'commission:acc', -PRICE],
    ['recovery', 'wallet:acc', -PRICE],
    ['recovery', 'receivable:acc', -PRICE * 2],
    ['recovery', 'commission:acc', PRICE * 3],
    ['conversion', 'wallet:acc', PRICE],
    ['conversion', 'commission:acc', -PRICE],
    ['repayment', 'wallet:acc', -PRICE],
    ['repayment', 'receivable:acc', PRICE],
  ])
  expect(world.wallet()).toMatchObject({ posted: 0, owed: PRICE })
  const { version } = world.wallet()
  world.run([recover('more', 5)])
  expect(since(world, 9)).toEqual([
    ['recovery', 'receivable:acc', -5],
    ['recovery', 'commission:acc', 5],
  ])
  expect(world.wallet()).toMatchObject({ owed: PRICE + 5, version })
  world.check()
})

it('moves nothing where an amount is none, or would turn the move around', () => {
  const world = family(PRICE * 5)
  for (const make of [debit, reverse, transfer, convert, recover])
    for (const amount of [0, -1])
      expect(() => world.run([make('no', amount)]), make.name).toThrow('an amount above zero')
  expect(world.wallet()).toMatchObject({ posted: PRICE * 5, version: 1 })
})

it('has one set of references for all kinds of moves of a wallet', () => {
  const world = new World(PRICE * 5)
  expect(kindsOf(world.run([debit('a', 5), reverse('a', 5), recover('a', 5), convert('a', 5), debit('a', 6)]))).toEqual(
    [...['moved', 'duplicate', 'duplicate', 'reused', 'reused']],
  )
  expect(world.wallet()).toMatchObject({ posted: PRICE * 5 - 5 })
})
