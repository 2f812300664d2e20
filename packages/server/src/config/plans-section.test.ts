import { inr } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import { checkConfig } from '../load-config.ts'
import { PlansSchema, planCatalogue } from './plans-section.ts'

const catalogueOf = (plans: unknown) => planCatalogue(PlansSchema.parse(plans))
const faultsOf = (plans: unknown): readonly string[] => {
  const parsed = PlansSchema.safeParse(plans)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the section plans', () => {
  it('that is missing offers what is published, and enforces nothing', () => {
    expect(planCatalogue(null)).toMatchObject({ gated: false })
    expect(planCatalogue(null).offered.map(({ id }) => id)).toEqual(['developer', 'starter', 'enterprise'])
  })

  it('that is empty offers the same, and enforces features', () => {
    expect(catalogueOf({})).toEqual({ ...planCatalogue(null), gated: true })
  })

  it('overrides fields of a published plan, removes a plan, and adds plans', () => {
    const { offered } = catalogueOf({
      starter: null,
      enterprise: { fairUse: '200000' },
      trial: { pricePerMonth: '49.50', pooledRequests: '100', features: ['webhooks'] },
    })
    expect(offered).toMatchObject([
      { id: 'developer' },
      { id: 'trial', name: 'trial', pricePerMonth: inr('49.50'), limit: 100, unlimited: false, endpoints: null },
      { id: 'enterprise', name: 'Enterprise', pricePerMonth: inr('24999'), limit: 200_000, unlimited: true },
    ])
  })

  it.each([
    [{ gold: { pooledRequests: 10 } }, 'gold.pricePerMonth: is missing: rupees per month, such as 999'],
    [{ gold: { pricePerMonth: 10 } }, 'gold.pooledRequests: is missing: a number of calls a month, or unlimited'],
    [{ gold: null }, 'gold: must be a plan: only a published plan can be left out'],
    [{ developer: null }, 'developer: must be a plan: accounts without a subscription have it'],
    [{ developer: { pricePerMonth: 1 } }, 'developer.pricePerMonth: must be 0'],
    [{ developer: { pooledRequests: 100 } }, 'developer.pooledRequests: must be 0'],
    [{ starter: { fairUse: 10 } }, 'starter.fairUse: is for plans whose pooledRequests are unlimited'],
    [{ starter: { pricePerMonth: '9.999' } }, 'starter.pricePerMonth: must be rupees'],
  ])('refuses %j', (plans, fault) => {
    expect(faultsOf(plans).some((one) => one.startsWith(fault))).toBe(true)
  })

  it('reports an unknown endpoint, with the nearest name', async () => {
    const database = { client: 'sqlite3', filename: './plans-section.db' } as const
    const config = { plugins: [lookup()], secrets: secretsForTest(), database }
    const plans = { small: { pricePerMonth: 1, pooledRequests: 1, endpoints: ['lookup', 'lookupp'] } }
    const refused = checkConfig({ ...config, plans }, { logger: false })
    await expect(refused).rejects.toMatchObject({
      faults: [{ code: 'PLAN_UNKNOWN_ENDPOINT', path: 'plans.small.endpoints.1' }],
    })
  })
})
