import { describe, expect, it } from 'vitest'
import { nameInMail } from './name-in-mail.ts'

const DOTS = ['.', '\u2024', '\u3002', '\ufe52', '\uff0e', '\uff61']
/** What mail clients turn into a link: a scheme with slashes, a domain with a letter at its end, an IPv4 address, a UNC path. */
const LINK =
  /[:\ufe13\ufe55\uff1a][/\\\uff0f]|[^\s.][.\u2024\u3002\ufe52\uff0e\uff61]+[\p{L}\p{M}\u200c\u200d]|\d+(\.\d+){3}|\\|(mailto|tel):\S/u

describe('a name in an email', () => {
  it.each([
    ['Acme Pvt. Ltd.', 'Acme Pvt. Ltd.'],
    ['Book.My.Show Ltd', 'Book My Show Ltd'],
    ['Booking.com', 'Booking com'],
    ['R & D <Verify>', 'R & D <Verify>'],
    ['Version 1.5', 'Version 1.5'],
    ['INV/26-27/000001', 'INV/26-27/000001'],
    ['डॉ. अशोक शर्मा', 'डॉ. अशोक शर्मा'],
    ['Open 14:05', 'Open 14:05'],
    [
      'Your wallet is BLOCKED. Verify at https://evil.example/x',
      'Your wallet is BLOCKED. Verify at https: evil example/x',
    ],
    ['www.evil.example', 'www evil example'],
    ['a@evil.example', 'a@evil example'],
    ['http://192.0.2.1/a', 'http: 192 0 2 1/a'],
    ['evil.\u200dcom', 'evil \u200dcom'],
    ['a\r\nBcc: b\u202egnp', 'a Bcc: b gnp'],
    ['mailto:help', 'mailto: help'],
    ['\u0000\n', ''],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
  ])('of %j is %j', (name, shown) => {
    expect(nameInMail(name)).toBe(shown)
  })

  it('is one bounded line without a link, whatever its characters', () => {
    const pieces = [
      ...DOTS,
      'http',
      ':',
      '/',
      '//',
      'evil',
      'com',
      'क',
      '1',
      '12',
      ' ',
      '\n',
      '\u202e',
      '\u200d',
      '\\',
      '@',
      '-',
      'www',
      '\uff1a',
      '\uff0f',
    ]
    let seed = 38
    const next = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * most)
    }
    for (let n = 0; n < 20_000; n += 1) {
      const name = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)] ?? '').join('')
      const shown = nameInMail(name)
      expect([...shown].length, JSON.stringify(name)).toBeLessThanOrEqual(60)
      expect(/[\p{C}\p{Z}]/u.test(shown.replace(/[ \u200d]/g, '')), JSON.stringify(name)).toBe(false)
      expect(LINK.test(shown), JSON.stringify([name, shown])).toBe(false)
    }
  })
})
