import type { AccountBrand, Entitlement } from '@parakh/core'
import { expect, it } from 'vitest'
import type { AccountBrands } from '../contract/account-brands.ts'
import { createBrands } from './create-brands.ts'

const GOOD: AccountBrand = {
  ...{ accountId: 'north', host: 'api.north.example', name: 'North', supportEmail: null, colour: null },
}

/** Brands stored in a list, of accounts whose plans have these features. */
function branded(kept: AccountBrand[], features: Readonly<Record<string, readonly Entitlement[]>>, gated = true) {
  const rows: AccountBrands = {
    set: async (brand) => {
      kept.push(brand)
      return brand
    },
    clear: async () => null,
    get: async () => null,
    all: async () => kept,
  }
  const allows = async (id: string, feature: Entitlement) => !gated || (features[id] ?? []).includes(feature)
  const requireFeature = async (id: string, feature: Entitlement) => {
    if (!(await allows(id, feature))) throw new Error(`${feature} required`)
  }
  return createBrands({
    rows,
    entitlements: { has: allows, require: requireFeature },
    ownHosts: ['api.acme.example'],
  })
}

it('shows brands of accounts whose plans have both features, and none at a host of the server', async () => {
  const kept = ['north', 'domain', 'brand', 'none', 'ours'].map((accountId) => ({
    ...GOOD,
    accountId,
    host: accountId === 'ours' ? 'api.acme.example' : `api.${accountId}.example`,
  }))
  const both = ['customDomain', 'ownBrand'] as const
  const plans = { north: both, domain: ['customDomain'], brand: ['ownBrand'], ours: both } as const
  expect((await branded(kept, plans).all()).map(({ accountId }) => accountId)).toEqual(['north'])
  expect(await branded(kept, {}, false).all()).toHaveLength(4)
})

it.each([
  [{ host: 'API.Acme.Example' }, 'BRAND_HOST_NOT_ALLOWED'],
  [{ host: 'north' }, 'BRAND_INVALID'],
])('keeps nothing of %j', async (fault, code) => {
  const kept: AccountBrand[] = []
  await expect(branded(kept, {}, false).set({ ...GOOD, ...fault }, 'asha')).rejects.toMatchObject({ code })
  expect(kept).toEqual([])
})

it.each([
  [[], 'customDomain'],
  [['customDomain'], 'ownBrand'],
] as const)('shows no brand of an account whose plan has only %j', async (features, missing) => {
  const kept: AccountBrand[] = []
  await expect(branded(kept, { north: features }).set(GOOD, 'asha')).rejects.toThrow(`${missing} required`)
  expect(kept).toEqual([])
})
