import { describe, expect, it } from 'vitest'
import { checkSeries, InvoicingSettings } from './settings.ts'

const { schema } = InvoicingSettings.definition

const seller = { name: 'Acme', gstin: '29AAGCB7383J1Z4', stateCode: '29', address: 'Bengaluru' }
const faults = (value: unknown) => {
  const { error, data } = schema.safeParse(value)
  if (data) return Object.fromEntries(checkSeries(data).map(({ path, message }) => [path, message]))
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))
}

describe('the section invoicing', () => {
  it('invoices only with a seller, and defaults to 18 percent included in prices', () => {
    expect(schema.parse({ seller })).toEqual({
      ...{ seller, hsnSac: '998439', ratePercent: 18, pricesIncludeTax: true, prefix: 'INV', creditNotePrefix: 'CRN' },
      monthly: { invoices: false, statements: false },
    })
    expect(schema.parse({}).seller).toBeUndefined()
    expect(Object.keys(faults({ seller: {} }))).toContain('seller.name')
  })

  it('accepts the value of an environment variable', () => {
    const given = { seller, ratePercent: '12.5', pricesIncludeTax: 'false' }
    expect(schema.parse(given)).toMatchObject({ ratePercent: 12.5, pricesIncludeTax: false })
  })

  it.each([
    ['seller.stateCode', { seller: { ...seller, stateCode: '27' } }, /GSTIN begins with/],
    ['seller.gstin', { seller: { ...seller, gstin: '29AAGCB7383J1Z5' } }, /check character/],
    ['hsnSac', { seller, hsnSac: 'API' }, /4 to 8 digits/],
    ['ratePercent', { seller, ratePercent: 18.125 }, /two decimals/],
    ['ratePercent', { seller, ratePercent: -1 }, /two decimals/],
    ['prefix', { seller, prefix: 'LONG' }, /16 characters/],
    ['monthly.invoices', { monthly: { invoices: true } }, /no seller/],
    ['creditNotePrefix', { seller, prefix: 'A', creditNotePrefix: 'A' }, /numbered apart/],
  ])('refuses an invalid %s, with the allowed values', (path, value, allowed) => {
    expect(faults(value)).toEqual({ [path]: expect.stringMatching(allowed) })
  })
})
