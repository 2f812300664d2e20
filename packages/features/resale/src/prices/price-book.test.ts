import { MICRO_RUPEES_PER_PAISA, priceOf, type Role } from '@parakh/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceEntry } from '../contract/prices.ts'
import { PriceBook } from './price-book.ts'

const ROLES = ['developer', 'retailer'] as const
const ACCOUNTS = ['acme', 'other'] as const
const OWNERS = ['head', 'rival'] as const
const scope = fc.oneof(
  fc.constant({ accountId: null, role: null }),
  fc.constantFrom(...ROLES).map((role) => ({ accountId: null, role })),
  fc.constantFrom(...ACCOUNTS).map((accountId) => ({ accountId, role: null })),
)
const amount = fc.integer({ min: 0, max: 1_000 }).map((paise) => priceOf(paise * MICRO_RUPEES_PER_PAISA))
const LOOKUP = { endpoint: 'lookup', tier: null }
const made = fc.record({
  scope,
  ownerAccountId: fc.option(fc.constantFrom(...OWNERS), { nil: null }),
  fromCalls: fc.constantFrom(0, 0, 3, 10),
  price: fc.option(amount, { nil: null }),
  validFrom: fc.integer({ min: 0, max: 8 }),
})
const entries = fc.array(made, { maxLength: 25 }).map((list) =>
  list.map(
    ({ scope: { accountId, role }, ownerAccountId, fromCalls, price, validFrom }, n): PriceEntry => ({
      ownerAccountId,
      ...{ id: `${n}`, ...LOOKUP, accountId, role, fromCalls, price, validFrom: new Date(validFrom) },
      ...{ createdAt: new Date(0), actor: 'test' },
    }),
  ),
)

interface PriceQuery {
  readonly role: Role
  readonly owner: string | null
  readonly at: number
  readonly calls: number
}

/**
 * The same rule without indexes: of each scope the latest entry that has begun, not of another branch, then by precedence of scope and
 * owner, then by the highest tier.
 */
function plainly(list: readonly PriceEntry[], query: PriceQuery): PriceEntry | null {
  const slots = new Map<string, PriceEntry>()
  for (const entry of list) {
    const key = JSON.stringify([entry.ownerAccountId, entry.accountId, entry.role, entry.fromCalls])
    const known = slots.get(key)
    const begun = entry.validFrom.getTime() <= query.at && entry.fromCalls <= query.calls
    if (begun && (!known || entry.validFrom >= known.validFrom)) slots.set(key, entry)
  }
  const order = ['everybody of operators', 'role of operators', 'everybody', 'role', 'account of operators', 'account']
  const rank = ({ ownerAccountId, accountId, role }: PriceEntry): number => {
    const whom = accountId !== null ? 'account' : role !== null ? 'role' : 'everybody'
    return order.indexOf(ownerAccountId === null ? `${whom} of operators` : whom)
  }
  const candidates = [...slots.values()].filter(
    ({ price, ownerAccountId, accountId, role }) =>
      price !== null &&
      (ownerAccountId ?? query.owner) === query.owner &&
      (accountId ?? 'acme') === 'acme' &&
      (role ?? query.role) === query.role,
  )
  return candidates.sort((a, b) => rank(b) - rank(a) || b.fromCalls - a.fromCalls)[0] ?? null
}

describe('the price book', () => {
  it('finds the price by the rules, for any entries in any order at any time', () => {
    const question = fc.record({
      role: fc.constantFrom(...ROLES),
      owner: fc.option(fc.constantFrom(...OWNERS), { nil: null }),
      at: fc.integer({ min: 0, max: 9 }),
      calls: fc.integer({ min: 0, max: 12 }),
    })
    fc.assert(
      fc.property(entries, fc.array(question, { minLength: 1, maxLength: 6 }), (list, questions) => {
        const book = new PriceBook()
        for (const entry of list) book.add([entry])
        for (const { role, owner, at, calls } of questions) {
          const found = book.of(LOOKUP)?.find({ account: { id: 'acme', role }, owner, at }, calls) ?? null
          expect(found).toEqual(plainly(list, { role, owner, at, calls }))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('lists every volume at which the price changes, and no other volume changes it', () => {
    fc.assert(
      fc.property(entries, fc.integer({ min: 0, max: 9 }), (list, at) => {
        const book = new PriceBook()
        book.add(list)
        const prices = book.of(LOOKUP)
        if (!prices) return
        const of = { account: { id: 'acme', role: 'developer' }, owner: 'head', at } as const
        const borders = prices.borders(of)
        for (let calls = 1; calls <= 12; calls += 1) {
          const [before, after] = [calls - 1, calls].map((count) => prices.find(of, count)?.id)
          if (before !== after) expect(borders).toContain(calls)
        }
        if (borders.length > 0) expect(prices.byVolume).toBe(true)
      }),
    )
  })

  it('has nothing of an endpoint without a price', () => {
    const book = new PriceBook()
    expect(book.of(LOOKUP)).toBeUndefined()
  })
})
