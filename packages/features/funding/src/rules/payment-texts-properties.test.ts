import { inr } from '@parakh/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { BANK_RAILS } from '../contract/funding.ts'
import { upiUri } from './upi-uri.ts'
import { normalUtr, plainUtr } from './utr.ts'

const RAIL = fc.constantFrom(...BANK_RAILS)
const SIGN = fc.constantFrom(...'ABCXYZabcxyz0123456789')
/** What people copy with a number, and signs that look like its own. */
const COPIED = fc.constantFrom(
  ' ',
  '-',
  '\u00a0',
  '\ufeff',
  '\t',
  '\u200b',
  '\u202e',
  '٤',
  '１',
  'é',
  'ß',
  'ı',
  'ſ',
  'ﬃ',
  '\0',
  '\ud800',
)
const TEXT = fc
  .array(fc.oneof({ weight: 12, arbitrary: SIGN }, { weight: 1, arbitrary: COPIED }), { minLength: 10, maxLength: 26 })
  .map((signs) => signs.join(''))
const LENGTHS = { neft: 16, rtgs: 22, imps: 12, upi: 12 } as const

/** The stored form; null: refused by the code. */
function stored(rail: (typeof BANK_RAILS)[number], text: string): string | null {
  try {
    return normalUtr(rail, text)
  } catch (error) {
    expect(error).toMatchObject({ code: 'FUNDING_UTR_INVALID' })
    return null
  }
}

it('a UTR is refused, or stored as capital letters and digits of its length, and nothing but spaces and hyphens is lost of it', () => {
  fc.assert(
    fc.property(RAIL, TEXT, (rail, text) => {
      const normal = stored(rail, text)
      if (normal === null) return
      expect(normal).toMatch(/^[A-Z0-9]+$/)
      expect(normal).toHaveLength(LENGTHS[rail])
      expect([stored(rail, normal), plainUtr(text)]).toEqual([normal, normal])
      // What looks like a letter is none: two numbers must not become one.
      expect(text.replace(/[\s-]/g, '')).toMatch(/^[A-Za-z0-9]+$/)
    }),
    {
      numRuns: 3_000,
      examples: [
        ['neft', 'SBIN32418900123\u017f'],
        ['neft', 'SBIN3241890012\u00df'],
        ['neft', 'SB\u0131N324189001234'],
      ],
    },
  )
})

it('a UTR is stored alike however it is spaced and written', () => {
  const sound = fc.tuple(RAIL, fc.array(fc.constantFrom(...'0123456789'), { minLength: 22, maxLength: 22 }))
  fc.assert(
    fc.property(sound, fc.infiniteStream(fc.constantFrom('', '', ' ', '-', ' - ')), ([rail, signs], spaces) => {
      const utr = signs.slice(0, LENGTHS[rail])
      const spaced = utr.map((sign) => `${spaces.next().value}${sign}`).join('')
      expect(normalUtr(rail, spaced)).toBe(utr.join(''))
    }),
  )
})

it('a UPI address is read back as it was made, whatever the payee is called', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 99 })
  const vpa = fc.stringMatching(/^[\w.-]{2,30}@[A-Za-z][\w.-]{1,20}$/)
  fc.assert(
    fc.property(vpa, text, text, (address, name, note) => {
      const uri = upiUri({ payee: { vpa: address, name }, amount: inr('500'), reference: '01J', note })
      expect(uri).toMatch(/^upi:\/\/pay\?[\x21-\x7e]+$/)
      const fields = new URLSearchParams(uri.slice(uri.indexOf('?')))
      expect(Object.fromEntries(fields)).toEqual({
        pa: address,
        pn: name,
        am: '500.00',
        cu: 'INR',
        tr: '01J',
        tn: note,
      })
      // A plus is shown as it is by banking applications, so a space is none.
      expect(uri).not.toContain('+')
    }),
  )
})
