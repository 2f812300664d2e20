import { inr } from '@parakh/core'
import { checkConfig } from '@parakh/server'
import { describe, expect, it } from 'vitest'
import { lookup, secretsForTest } from '../../../../test/server.ts'
import plugin from './index.ts'
import { PlanSettings, planCatalogue } from './settings.ts'

const { schema } = PlanSettings.definition
const catalogueOf = (offered: unknown) => planCatalogue(schema.parse({ offered }).offered)
const faultsOf = (offered: unknown): readonly string[] => {
  const parsed = schema.shape.offered.safeParse(offered)
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the plans of the section', () => {
  it('that is missing offers what is published, and enforces nothing', () => {
    expect(planCatalogue(undefined)).toMatchObject({ gated: false })
    expect(planCatalogue(undefined).offered.map(({ id }) => id)).toEqual(['developer', 'starter', 'enterprise'])
  })

  it('that is empty offers the same, and enforces features', () => {
    expect(catalogueOf({})).toEqual({ ...planCatalogue(undefined), gated: true })
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
    const offered = { small: { pricePerMonth: 1, pooledRequests: 1, endpoints: ['lookup', 'lookupp'] } }
    const config = { plugins: [lookup(), plugin({ offered })], secrets: secretsForTest(), database }
    const refused = checkConfig(config, { logger: false })
    await expect(refused).rejects.toMatchObject({
      faults: [{ code: 'PLUGIN_CHECK_FAILED', path: 'plugins.1.offered.small.endpoints.1' }],
    })
  })
})
