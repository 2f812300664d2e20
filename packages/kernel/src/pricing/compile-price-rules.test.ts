import { type Account, inr, type PriceQuestion, type PriceRule, priceOf, zero } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { compilePriceRules } from './compile-price-rules.ts'

const account = { id: 'a', parentId: 'p', role: 'developer' } as Account
const question: PriceQuestion = {
  ...{ tier: null, units: 1 },
  ...{ endpoint: 'lookup', account, environment: 'production', listed: inr('10'), listedSource: 'plugin' },
  at: new Date('2026-11-23T20:00:00Z'),
}
const base = (price: Parameters<typeof inr>[0] | null, version = 'list'): PriceRule => ({
  phase: 'base',
  base: () => (price === null ? null : { price: inr(price), source: 'list', version }),
})
const adjust = (percent: number, label: string): PriceRule => ({
  phase: 'adjust',
  adjust: (_, price) => ({ price: priceOf((price * percent) / 100), label }),
})
const floor = (price: Parameters<typeof inr>[0]): PriceRule => ({ phase: 'floor', floor: () => inr(price) })
const share = (accountId: string, percent: number): PriceRule => ({
  phase: 'share',
  share: (_, price) => [{ accountId, amount: priceOf((price * percent) / 100) }],
})
const POOL = { name: 'plan:s', period: '2026-11', limit: 5, version: 'plan:a' }
const cover = (pool: typeof POOL | null): PriceRule => ({ phase: 'cover', cover: () => pool })
/** The same rule, but what it says is a promise. */
const slow = (rule: PriceRule): PriceRule => {
  const given = rule as unknown as Record<string, (...args: unknown[]) => unknown>
  return { ...rule, [rule.phase]: async (...args: unknown[]) => given[rule.phase]?.(...args) } as PriceRule
}
const quote = (...rules: PriceRule[]) => compilePriceRules(rules).quote(question)

describe('pricing by rules', () => {
  it("quotes the plugin's own price where no rule says anything", () => {
    const plain = { price: inr('10'), source: 'plugin', version: 'plugin', legs: [] }
    expect(quote()).toEqual(plain)
    expect(quote(base(null), cover(null))).toEqual(plain)
  })

  it('takes the last base price, adjusts it in order, and shares what is left', async () => {
    const rules = [
      share('p', 10),
      adjust(80, 'night -20 %'),
      base('20', 'one'),
      adjust(50, 'festival'),
      base('10', 'two'),
    ]
    const expected = {
      ...{ price: inr('4'), source: 'list', version: 'two', pool: undefined, volume: undefined },
      legs: [{ accountId: 'p', amount: inr('0.40') }],
      adjustments: [
        { price: inr('8'), label: 'night -20 %' },
        { price: inr('4'), label: 'festival' },
      ],
    }
    expect(await quote(...rules)).toEqual(expected)
    for (const [index] of rules.entries())
      expect(await quote(...rules.map((rule, at) => (at === index ? slow(rule) : rule)))).toEqual(expected)
  })

  it('raises what adjustments leave to the highest floor, and never a base price', async () => {
    expect(await quote(adjust(50, 'half'), floor('3'), floor('6'), floor('4'))).toMatchObject({
      price: inr('6'),
      adjustments: [{ label: 'half' }, { label: 'raised to the floor', price: inr('6') }],
    })
    expect(quote(floor('60'))).toMatchObject({ price: inr('10') })
    expect(await quote(adjust(50, 'half'), floor('60'))).toMatchObject({ price: inr('10') })
  })

  it('takes the first pool that covers the call', async () => {
    expect(quote(cover(null), cover(POOL), cover({ ...POOL, name: 'other' }))).toMatchObject({ pool: POOL })
    expect(await quote(slow(cover(null)), cover(POOL))).toMatchObject({ pool: POOL })
    expect(await quote(slow(cover(POOL)), cover({ ...POOL, name: 'other' }))).toMatchObject({ pool: POOL })
  })

  it('adds up the shares of several rules', async () => {
    const legs = [
      { accountId: 'p', amount: inr('1') },
      { accountId: 'q', amount: inr('2') },
    ]
    expect(await quote(share('p', 10), share('q', 20))).toMatchObject({ legs })
    expect(await quote(slow(share('p', 10)), share('q', 20))).toMatchObject({ legs })
  })

  it('waits for nothing where no rule gives a promise, and asks a rule once for each endpoint whether it applies', () => {
    const asked: string[] = []
    const applies = (endpoint: string) => {
      asked.push(endpoint)
      return endpoint === 'lookup'
    }
    const pricing = compilePriceRules([{ ...base('7'), applies }, share('p', 10), cover(null)])
    for (let call = 0; call < 10; call += 1) {
      expect(pricing.quote(question)).toMatchObject({ price: inr('7') })
      expect(pricing.quote({ ...question, endpoint: 'other' })).toMatchObject({ price: inr('10') })
    }
    expect(asked).toEqual(['lookup', 'other'])
  })

  it('takes the base price of a tier for one unit, and everything after it for all of them', async () => {
    const seen: PriceQuestion[] = []
    const watch: PriceRule = {
      phase: 'floor',
      floor: (asked) => {
        seen.push(asked)
        return null
      },
    }
    const pricing = compilePriceRules([base('7'), adjust(50, 'half'), watch, share('p', 10)])
    const asked = { ...question, tier: 'full', units: 3 }
    expect(await pricing.quote(asked)).toMatchObject({ price: inr('10.50'), legs: [{ amount: inr('1.05') }] })
    expect(seen).toEqual([asked])
    const own = compilePriceRules([base(null)])
    expect(own.quote(asked)).toMatchObject({ price: inr('30'), source: 'plugin' })
    expect(() => own.quote({ ...asked, units: 2 ** 40 })).toThrow(expect.objectContaining({ code: 'INVALID_PRICE' }))
  })

  it('lets a rule make a call free', async () => {
    expect(await quote(adjust(0, 'free today'))).toMatchObject({ price: zero, adjustments: [{ label: 'free today' }] })
  })
})
