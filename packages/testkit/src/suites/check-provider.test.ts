import { type AnyImplementation, defineProvider, operation, UpstreamError } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { checkProvider, type ProviderCase } from './check-provider.ts'
import { testProvider } from './test-provider.ts'

const contract = defineProvider('pincode', {
  place: operation({
    effect: 'read',
    input: z.object({ pincode: z.string() }),
    same: ['pincode'],
    output: z.object({ pincode: z.string(), city: z.string() }),
  }),
  order: operation({
    effect: 'write',
    input: z.object({ quantity: z.int() }),
    output: z.object({ status: z.string() }),
  }),
})
const place = async (input: unknown): Promise<unknown> => {
  const { pincode } = z.object({ pincode: z.string() }).parse(input)
  if (pincode === '999999') return null
  if (pincode === '500000') throw new UpstreamError('unavailable', 'It is down')
  return { pincode, city: 'Pune' }
}
const order = { send: async () => ({ status: 'accepted' }), status: async () => ({ status: 'printed' }) }
const cases: readonly ProviderCase[] = [
  { operation: 'place', input: { pincode: '411001' }, expect: 'record' },
  { operation: 'place', input: { pincode: '999999' }, expect: 'none' },
  { operation: 'place', input: { pincode: '500000' }, expect: 'trouble' },
  { operation: 'order', input: { quantity: 1 }, expect: 'record' },
]

testProvider('of places', { contract, make: () => ({ place, order }), cases })

describe('checkProvider finds', () => {
  const known: ProviderCase = { operation: 'place', input: { pincode: '411001' }, expect: 'record' }
  const check = async (implementation: AnyImplementation, asked: ProviderCase = known) =>
    (await checkProvider({ contract, make: () => implementation, cases: [asked] })).join()

  it('nothing in a good one', async () => expect(await check({ place })).toBe(''))
  it('a record of another person', async () => {
    expect(await check({ place: async () => ({ pincode: '411002', city: 'Pune' }) })).toContain('about another pincode')
  })
  it('a record that does not parse', async () => {
    expect(await check({ place: async () => ({ pincode: '411001' }) })).toContain('does not meet the operation')
  })
  it('a no for a known input, and a record for an unknown one', async () => {
    expect(await check({ place: async () => null })).toContain('it said no')
    expect(await check({ place }, { ...known, expect: 'none' })).toContain('it gave a record')
  })
  it('an error of another kind', async () => {
    const broken = async () => Promise.reject(new TypeError('x is undefined'))
    expect(await check({ place: broken }, { ...known, expect: 'trouble' })).toContain('no UpstreamError')
  })
  it('an operation that is not implemented, or in the wrong shape', async () => {
    expect(await check({})).toContain('does not implement it')
    expect(await check({ order: place }, { operation: 'order', input: { quantity: 1 }, expect: 'record' })).toContain(
      '{ send, status } per write',
    )
  })
  it('a status that brings another record', async () => {
    const faulty = { order: { ...order, status: async () => ({ state: 1 }) } }
    expect(await check(faulty, { operation: 'order', input: { quantity: 1 }, expect: 'record' })).toContain(
      'does not meet',
    )
  })
})
