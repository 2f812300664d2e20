import { expect, it } from 'vitest'
import { checkBrand } from './brand-rules.ts'

const GOOD = { accountId: 'a', host: 'api.reseller.example', name: 'Reseller', supportEmail: null, colour: null }

it('keeps the host in lower case and the name without blanks around it', () => {
  expect(checkBrand({ ...GOOD, host: 'API.Reseller.Example', name: ' Reseller ' })).toEqual(GOOD)
  const full = { ...GOOD, name: 'सत्यापन <b>', supportEmail: 'help@reseller.example', colour: '#0A7d5c' }
  expect(checkBrand(full)).toEqual(full)
  expect(checkBrand({ ...GOOD, host: 'xn--80ak6aa92e.xn--p1ai' })).toMatchObject({ host: 'xn--80ak6aa92e.xn--p1ai' })
})

it.each([
  'localhost',
  'api.reseller.example:8443',
  'https://api.reseller.example',
  'api.reseller.example.',
  'api..example',
  '-api.example',
  'api-.example',
  '10.0.0.1',
  '[::1]',
  'सत्यापन.example',
  'a b.example',
  `${'a'.repeat(64)}.example`,
  `${'a.'.repeat(125)}example`,
  '',
])('refuses %j as a host', (host) => {
  expect(() => checkBrand({ ...GOOD, host })).toThrow(expect.objectContaining({ code: 'BRAND_INVALID' }))
})

it.each([
  'Pay at https://evil.example',
  'Verify: www.evil.example',
  'Parakh evil.com',
  'PARAKH.EVIL.COM',
  'Booking.com',
  'Write to help@evil.example',
  'Call 192.0.2.1',
  'Parakh\\\\evil',
  'Parakh evil\u3002com',
  'Parakh xn--80ak6aa92e.xn--p1ai',
])('rejects a brand name with a web address: %j', (name) => {
  expect(() => checkBrand({ ...GOOD, name })).toThrow(expect.objectContaining({ code: 'BRAND_INVALID' }))
})

it.each(['Acme Pvt. Ltd.', 'Book.My.Show Ltd', 'S.R.L. & Sons', 'Verify 2.0', 'डॉ.अशोक लैब', 'M. K. TRADERS'])(
  'accepts a brand name with full stops: %j',
  (name) => {
    expect(checkBrand({ ...GOOD, name }).name).toBe(name)
  },
)

it.each([
  ['name', ' '],
  ['name', 'two\nlines'],
  ['name', 'x'.repeat(81)],
  ['supportEmail', 'help'],
  ['supportEmail', '"><script>@x.example'],
  ['colour', 'red'],
  ['colour', '#0a7d5c;}'],
])('refuses a %s such as %j', (field, value) => {
  expect(() => checkBrand({ ...GOOD, [field]: value })).toThrow(expect.objectContaining({ code: 'BRAND_INVALID' }))
})
