import { type AdmitOperation, micro, type SettleOperation, type SinglePhaseAdmission, zero } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { admitOf, PRICE, settleOf, World } from '../../test/ledger-world.ts'

const singlePhase = (reference: string, facts: Partial<SettleOperation> = {}) => {
  const told: SinglePhaseAdmission[] = []
  const operation: AdmitOperation = {
    ...admitOf(reference),
    settle(admitted) {
      told.push(admitted)
      return settleOf(reference, facts)
    },
  }
  return { operation, told }
}

describe('a single-phase call', () => {
  it('leaves exactly what letting it in and ending it one after the other leaves', () => {
    const endings: readonly Partial<SettleOperation>[] = [
      {},
      { outcome: 'none', charged: zero },
      { outcome: 'failed', charged: zero, response: null },
      { charged: zero },
    ]
    for (const ending of endings) {
      const [one, two] = [new World(PRICE * 3), new World(PRICE * 3)]
      one.run([singlePhase('a', ending).operation])
      two.run([admitOf('a')])
      two.run([settleOf('a', ending)])
      expect(one.wallets).toEqual(two.wallets)
      expect(one.calls).toEqual(two.calls)
      expect(one.keys).toEqual(two.keys)
      expect(one.entries).toEqual(two.entries)
      expect(one.responses).toEqual(two.responses)
      one.check()
    }
  })

  it('is told what the wallet has left with its price taken off', () => {
    const world = new World(PRICE * 3)
    const { operation, told } = singlePhase('a')
    world.run([admitOf('open'), operation])
    expect(told).toMatchObject([{ epoch: 1, available: PRICE }])
    expect(world.wallet()).toMatchObject({ posted: PRICE * 2, held: PRICE })
  })

  it('is not ended when it is not let in', () => {
    const world = new World(micro(PRICE - 1))
    const { operation, told } = singlePhase('a')
    expect(world.run([operation])).toMatchObject([{ kind: 'refused', code: 'INSUFFICIENT_BALANCE' }])
    expect(told).toEqual([])
    world.check()
  })

  it('answers a repeated operation, whose acknowledgement was lost, with what was stored, and charges nothing', () => {
    const world = new World(PRICE * 3)
    world.run([singlePhase('a').operation])
    const again = singlePhase('a')
    expect(world.run([again.operation])).toMatchObject([{ kind: 'replay', reference: 'a', status: 200 }])
    expect(again.told).toEqual([])
    expect(world.wallet().posted).toBe(PRICE * 2)
    world.check()
  })

  it('lets one of twenty with one request id run, and answers the others from it', () => {
    const world = new World(PRICE * 30)
    const results = world.run(
      Array.from({ length: 20 }, (_, n) => ({ ...singlePhase(`r${n}`).operation, claim: 'one', fingerprint: 'same' })),
    )
    expect(results.map(({ kind }) => kind)).toEqual(['admitted', ...Array(19).fill('replay')])
    expect(world.wallet().posted).toBe(PRICE * 29)
    world.check()
  })
})
