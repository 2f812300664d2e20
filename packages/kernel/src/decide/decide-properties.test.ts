import { type BillingOperation, micro, zero } from '@parakh/core'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { admitOf, OF, settleOf, World } from '../../test/ledger-world.ts'

describe('decide', () => {
  it('keeps every invariant over random sequences, in batches of any size', () => {
    const step = fc.record({
      what: fc.constantFrom('admit', 'settle', 'fail', 'none', 'expire', 'dispatch', 'credit'),
      which: fc.integer({ min: 0, max: 7 }),
      epoch: fc.integer({ min: 1, max: 2 }),
      price: fc.constantFrom(0, 10_000, 500_000, 6_000_000),
    })
    let serial = 0
    const operationOf = ({
      what,
      which,
      epoch,
      price,
    }: {
      what: string
      which: number
      epoch: number
      price: number
    }): BillingOperation => {
      serial += 1
      const reference = `r${which}`
      const at = 1_000_000 + serial * 5_000
      if (what === 'admit') return admitOf(`${reference}`, { at, price: micro(price), claim: `c${which % 4}` })
      if (what === 'settle') return settleOf(reference, { at, epoch })
      if (what === 'fail') return settleOf(reference, { at, epoch, outcome: 'failed', charged: zero, response: null })
      if (what === 'none') return settleOf(reference, { at, epoch, outcome: 'none', charged: zero })
      if (what === 'expire') return { kind: 'expire', ...OF, at, reference, keyId: 'key', epoch, force: false }
      if (what === 'dispatch')
        return { kind: 'dispatch', ...OF, at, reference, epoch, operation: 'send', provider: 'p', input: '{}' }
      return {
        kind: 'credit',
        ...OF,
        at,
        id: `credit${serial}`,
        amount: micro(1_000_000),
        reference: `c${which}`,
        actor: 'test',
      }
    }
    fc.assert(
      fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { maxLength: 25 }), (batches) => {
        const world = new World(3_000_000)
        const seen = new Set<string>()
        for (const batch of batches) {
          // A reference is one call for good: an admit of one that ended is no case that a host makes.
          const operations = batch.map(operationOf).filter((operation) => {
            if (operation.kind !== 'admit') return true
            const fresh = !seen.has(operation.reference)
            seen.add(operation.reference)
            return fresh
          })
          world.run(operations)
          world.check()
        }
      }),
      { numRuns: 300 },
    )
  })
})
