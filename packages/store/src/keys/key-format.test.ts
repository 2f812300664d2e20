import { describe, expect, it } from 'vitest'
import { makeKeyText, readKeyText } from './key-format.ts'

describe('key texts', () => {
  it.each([
    ['pk', 'sandbox', /^pk_test_[0-9A-Za-z]{26}$/],
    ['pk', 'production', /^pk_live_[0-9A-Za-z]{26}$/],
    ['sk', 'sandbox', /^sk_test_[0-9A-Za-z]{36}$/],
    ['sk', 'production', /^sk_live_[0-9A-Za-z]{36}$/],
  ] as const)('makes a %s of the %s that it reads back', (kind, environment, form) => {
    const text = makeKeyText(kind, environment)
    expect(text).toMatch(form)
    expect(readKeyText(text)).toEqual({ kind, environment })
  })

  it('finds every single wrong character and every swap of two neighbours', () => {
    const text = makeKeyText('sk', 'sandbox')
    for (let place = 8; place < text.length; place++) {
      const other = text[place] === 'a' ? 'b' : 'a'
      expect(readKeyText(text.slice(0, place) + other + text.slice(place + 1))).toBeNull()
      if (place === 8 || text[place] === text[place - 1]) continue
      const swapped = text.slice(0, place - 1) + text[place] + text[place - 1] + text.slice(place + 1)
      expect(readKeyText(swapped)).toBeNull()
    }
  })

  it('covers the prefix by the checksum, so a test key is not a live one with four other letters', () => {
    expect(readKeyText(makeKeyText('pk', 'sandbox').replace('_test_', '_live_'))).toBeNull()
    expect(readKeyText(makeKeyText('sk', 'sandbox').replace('sk_', 'pk_'))).toBeNull()
  })

  it.each(['', 'pk_test_', 'pk_prod_abc', 'hello', 'pk_test_\u0000', `sk_test_${'a'.repeat(10_000)}`])(
    'is not fooled by %j',
    (text) => {
      expect(readKeyText(text)).toBeNull()
    },
  )

  it('never makes the same twice and uses all of base62', () => {
    const made = Array.from({ length: 500 }, () => makeKeyText('sk', 'production'))
    expect(new Set(made).size).toBe(made.length)
    expect(new Set(made.map((text) => text.slice(8, 38)).join('')).size).toBe(62)
  })
})
