import { type AdmitResult, NO_WRITES, priceOf } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { admitOf, LIMITS, OF, PRICE, settleOf, World } from '../../test/ledger-world.ts'

const kinds = (results: readonly unknown[]) =>
  (results as readonly AdmitResult[]).map((result) => (result.kind === 'refused' ? result.code : result.kind))

describe('decide', () => {
  it('holds for exactly as many parallel calls as there are funds', () => {
    const world = new World(PRICE * 10)
    const results = world.run(
      Array.from({ length: 20 }, (_, n) => admitOf(`r${n}`, { limits: { ...LIMITS, inFlight: 99 } })),
    )
    expect(kinds(results).filter((kind) => kind === 'admitted')).toHaveLength(10)
    expect(kinds(results).slice(10)).toEqual(Array(10).fill('INSUFFICIENT_BALANCE'))
    world.check()
  })

  it('refuses a wallet with one paisa too little, and a hold counts as spent', () => {
    const world = new World(PRICE * 2 - 10_000)
    expect(kinds(world.run([admitOf('a'), admitOf('b')]))).toEqual(['admitted', 'INSUFFICIENT_BALANCE'])
  })

  it('lets one of twenty calls with one request id run, within one batch', () => {
    const world = new World(PRICE * 100)
    const results = world.run(Array.from({ length: 20 }, (_, n) => admitOf(`r${n}`, { claim: 'one' })))
    expect(kinds(results)).toEqual(['admitted', ...Array(19).fill('running')])
    world.run([settleOf('r0')])
    expect(kinds(world.run([admitOf('again', { claim: 'one' })]))).toEqual(['replay'])
    expect(world.wallet().posted).toBe(PRICE * 99)
    world.check()
  })

  it('refuses a request id with another fingerprint and reveals nothing', () => {
    const world = new World(PRICE * 5)
    world.run([admitOf('a', { claim: 'one' })])
    world.run([settleOf('a')])
    expect(kinds(world.run([admitOf('b', { claim: 'one', fingerprint: 'other' })]))).toEqual(['REQUEST_ID_REUSED'])
  })

  it('recognises its own hold and its own settle when the acknowledgement of a commit was lost', () => {
    const world = new World(PRICE * 5)
    world.run([admitOf('a')])
    expect(world.run([admitOf('a')])[0]).toMatchObject({ kind: 'admitted', epoch: 1 })
    world.run([settleOf('a')])
    expect(world.run([settleOf('a')])).toEqual([{ kind: 'done' }])
    expect(world.wallet().posted).toBe(PRICE * 4)
    world.check()
  })

  it('discards a late success once its hold was taken over, and never charges it', () => {
    const world = new World(PRICE)
    world.run([admitOf('a')])
    const expire = {
      kind: 'expire',
      ...OF,
      at: 1_030_001,
      reference: 'a',
      keyId: 'key',
      epoch: 1,
      force: false,
    } as const
    expect(world.run([{ ...expire, at: 1_029_999 }])).toEqual([{ kind: 'lost' }])
    expect(world.run([expire])).toEqual([{ kind: 'done' }])
    expect(world.run([settleOf('a')])).toEqual([{ kind: 'lost' }])
    expect(world.wallet()).toMatchObject({ posted: PRICE, held: 0 })
    world.check()
  })

  it('does not let go of a write that was marked', () => {
    const world = new World(PRICE)
    const mark = {
      kind: 'dispatch',
      ...OF,
      at: 1,
      reference: 'a',
      epoch: 1,
      operation: 'send',
      provider: 'p',
      input: '{}',
    } as const
    world.run([admitOf('a'), mark])
    const expire = {
      kind: 'expire',
      ...OF,
      at: 9_000_000,
      reference: 'a',
      keyId: 'key',
      epoch: 1,
      force: true,
    } as const
    expect(world.run([expire])).toEqual([{ kind: 'lost' }])
    expect(kinds(world.run([admitOf('b', { claim: 'a', at: 9_000_000 })]))).toEqual(['OUTCOME_UNKNOWN'])
    world.check()
  })

  it('pays each leg and gives the platform what remains, exactly', () => {
    const world = new World(PRICE)
    const legs = [
      { accountId: 'up', amount: priceOf(60_000) },
      { accountId: 'upper', amount: priceOf(30_000) },
    ]
    world.run([admitOf('a', { legs })])
    world.run([settleOf('a')])
    const paid = Object.fromEntries(
      world.entries.filter(({ kind }) => kind === 'charge').map((entry) => [entry.ledgerAccount, entry.amount]),
    )
    expect(paid).toEqual({
      'wallet:acc': -PRICE,
      'commission:up': 60_000,
      'commission:upper': 30_000,
      revenue: 410_000,
    })
    world.check()
  })

  it('counts requests by the day in India, also where one of yesterday settles late', () => {
    const world = new World(PRICE * 5)
    const on = (reference: string, day: string) => {
      world.run([admitOf(reference)])
      world.run([settleOf(reference, { usage: { ...settleOf(reference).usage, day } })])
      const { requestsDay, requestsToday, requestsTotal } = world.wallet()
      return [requestsDay, requestsToday, requestsTotal]
    }
    expect(on('a', '2026-01-01')).toEqual(['2026-01-01', 1, 1])
    expect(on('b', '2026-01-02')).toEqual(['2026-01-02', 1, 2])
    expect(on('c', '2026-01-01')).toEqual(['2026-01-02', 1, 3])
    expect(on('d', '2026-01-02')).toEqual(['2026-01-02', 2, 4])
  })

  it('gives back once, however often it is asked', () => {
    const world = new World(PRICE)
    world.run([admitOf('a')])
    world.run([settleOf('a')])
    const refunds = [{ reference: 'a', reason: 'no' }]
    const commit = { kind: 'commit', ...OF, at: 1, actor: 'x', writes: { ...NO_WRITES, refunds } } as const
    world.run([commit, commit])
    world.run([commit])
    expect(world.wallet().posted).toBe(PRICE)
    expect(world.entries.reduce((total, { amount }) => total + amount, 0)).toBe(0)
  })

  it('gives back what an operator asks for in its name, and is lost where nothing is left to give back', () => {
    const world = new World(PRICE)
    world.run([admitOf('a')])
    const refunds = [{ reference: 'a', reason: 'wrong record', actor: 'person:asha' }]
    const commit = { kind: 'commit', ...OF, at: 1, actor: 'person:asha', writes: { ...NO_WRITES, refunds } } as const
    expect(world.run([commit])).toEqual([{ kind: 'lost' }])
    world.run([settleOf('a')])
    expect(world.run([commit, commit])).toEqual([{ kind: 'done' }, { kind: 'lost' }])
    expect(world.wallet().posted).toBe(PRICE)
    const back = world.entries.filter(({ kind }) => kind === 'refund')
    expect(new Set(back.map(({ actor, reason }) => `${actor}: ${reason}`))).toEqual(
      new Set(['person:asha: wrong record']),
    )
  })
})
