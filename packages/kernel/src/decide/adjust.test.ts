import { inr, type LedgerEntry, micro, NO_WRITES } from '@parakh/core'
import { expect, it } from 'vitest'
import { admitOf, OF, PRICE, settleOf, World } from '../../test/ledger-world.ts'

const AT = 1_000_000
const adjustOf = (id: string, amount: number) =>
  ({
    kind: 'adjust',
    ...OF,
    at: AT,
    id,
    amount: micro(amount),
    reference: id,
    reason: `why ${id}`,
    actor: 'ops',
  }) as const
const creditOf = (id: string, amount: number) =>
  ({ kind: 'credit', ...OF, at: AT, id, amount: micro(amount), reference: id, actor: 'bank' }) as const
const posted = (entries: readonly LedgerEntry[]) =>
  entries.map(({ kind, transaction, ledgerAccount, amount }) => [kind, transaction, ledgerAccount, amount])

it('posts a reversal to the wallet as far as that goes, the rest as receivable, and takes it from the next credit', () => {
  const world = new World(PRICE * 3)
  world.run([admitOf('open')])
  const before = world.entries.length
  expect(world.run([adjustOf('back', -PRICE * 10)])).toMatchObject([{ kind: 'moved', held: PRICE, owed: PRICE * 8 }])
  world.check()
  world.run([creditOf('pay', PRICE * 5), creditOf('more', PRICE * 4)])
  world.check()
  expect(posted(world.entries.slice(before))).toEqual([
    ['adjustment', 'back', 'wallet:acc', -PRICE * 2],
    ['adjustment', 'back', 'receivable:acc', -PRICE * 8],
    ['adjustment', 'back', 'adjustments', PRICE * 10],
    ['credit', 'pay', 'wallet:acc', PRICE * 5],
    ['credit', 'pay', 'funding', -PRICE * 5],
    ['repayment', 'pay', 'wallet:acc', -PRICE * 5],
    ['repayment', 'pay', 'receivable:acc', PRICE * 5],
    ['credit', 'more', 'wallet:acc', PRICE * 4],
    ['credit', 'more', 'funding', -PRICE * 4],
    ['repayment', 'more', 'wallet:acc', -PRICE * 3],
    ['repayment', 'more', 'receivable:acc', PRICE * 3],
  ])
  expect(world.wallet()).toMatchObject({ posted: PRICE * 2, held: PRICE, owed: 0 })
})

it('keeps who and why with each posting of an adjustment and of a refund, and nowhere else', () => {
  const world = new World(PRICE)
  world.run([admitOf('call')])
  world.run([settleOf('call')])
  const writes = { ...NO_WRITES, refunds: [{ reference: 'call', reason: 'the source said no' }] }
  world.run([{ kind: 'commit', ...OF, at: AT, actor: 'async-result', writes }])
  world.run([adjustOf('up', inr('1'))])
  const reasons = new Map(world.entries.map(({ kind, reason }) => [kind, reason]))
  expect(Object.fromEntries(reasons)).toEqual({
    ...{ credit: null, charge: null, refund: 'the source said no', adjustment: 'why up' },
  })
  const adjustment = world.entries.filter(({ kind }) => kind === 'adjustment')
  expect(adjustment.every(({ actor, requestId }) => actor === 'ops' && requestId === 'up')).toBe(true)
})

it('tells an adjustment that comes again within one batch, and one with another amount', () => {
  const world = new World(0)
  const results = world.run([adjustOf('a', 5), adjustOf('a', 5), adjustOf('a', -5), creditOf('a', 5), creditOf('a', 6)])
  expect(results.map(({ kind }) => kind)).toEqual(['moved', 'duplicate', 'reused', 'duplicate', 'reused'])
  expect(world.wallet()).toMatchObject({ posted: 5, owed: 0 })
})
