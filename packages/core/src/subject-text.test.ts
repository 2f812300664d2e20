import { describe, expect, it } from 'vitest'
import { subjectText } from './subject-text.ts'

describe('the text of an identifier in the subject index', () => {
  it.each([
    ['abcpe1234f', 'ABCPE1234F'],
    [' ABCPE 1234 F ', 'ABCPE1234F'],
    ['ＡＢＣＰＥ１２３４Ｆ', 'ABCPE1234F'],
    ['2341 2341 2346', '234123412346'],
    ['MH-12‑AB–1234', 'MH12AB1234'],
    ['9876543210', '9876543210'],
    ['+91 98765-43210', '9876543210'],
    ['09876543210', '9876543210'],
    [' Asha-R@acme.example', 'ASHA-R@ACME.EXAMPLE'],
  ])('of %j is %s', (typed, text) => {
    expect(subjectText(typed)).toBe(text)
  })

  it.each(['919876543210', '091987654321', '+44 9876543210'])(
    'keeps the digits of %s, which is no mobile number of India with its prefix',
    (typed) => {
      expect(subjectText(typed)).toBe(typed.replaceAll(' ', ''))
    },
  )

  it('is the same when it is made again', () => {
    for (const typed of ['+91 98765 43210', 'up14-2011 0123456'])
      expect(subjectText(subjectText(typed))).toBe(subjectText(typed))
  })
})
