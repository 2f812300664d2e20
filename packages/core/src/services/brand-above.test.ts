import type { Account, AccountBrand } from '@parakh/core'
import { expect, it } from 'vitest'
import { brandAbove } from './brand-above.ts'

const brandOf = (accountId: string): AccountBrand => ({
  ...{ accountId, host: `${accountId}.example`, name: `The ${accountId}` },
  ...{ supportEmail: null, colour: '#0a7d5c' },
})
/** The parent of shop is middle, that of middle is top. */
const ABOVE = ['middle', 'top'].map((id) => ({ id }) as Account)
const found = (...shown: readonly string[]) =>
  brandAbove({ accounts: { ancestors: async () => ABOVE }, brands: { all: async () => shown.map(brandOf) } }, 'shop')

it('is that of the nearest account above that has one, and never its own', async () => {
  expect(await found('top', 'middle', 'shop')).toEqual({ name: 'The middle', supportEmail: null, colour: '#0a7d5c' })
  expect(await found('shop', 'top')).toMatchObject({ name: 'The top' })
  expect(await found('shop', 'elsewhere')).toBeNull()
  expect(await found()).toBeNull()
})
