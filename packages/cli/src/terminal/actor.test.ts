import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { actorOf } from './actor.ts'

it('is the name that was given, else the user of the system', () => {
  expect(actorOf({ as: ' asha.rao@acme-2.example_x ' })).toBe('asha.rao@acme-2.example_x')
  expect(actorOf({})).toBe(userInfo().username.toLowerCase())
})

it('is one name in any case, and never a look-alike', () => {
  expect(actorOf({ as: 'ASHA' })).toBe('asha')
  // Names with Cyrillic letters, full-width letters, a combining mark, a joiner.
  for (const name of ['аsha', 'ａｓｈａ', 'ásha', 'as\u200dha', 'Asha Rao', 'रवि'])
    expect(() => actorOf({ as: name })).toThrow(expect.objectContaining({ code: 'OPERATOR_NAME_INVALID' }))
})

it.each([
  '',
  '  ',
  'two\nlines',
  'a\u0000',
  'x'.repeat(65),
  'system',
  'system:renewals',
  'admin:1',
  'Admin:1',
  'ＳＹＳＴＥＭ',
])('refuses %j, which is invalid or reserved for the host', (name) => {
  expect(() => actorOf({ as: name })).toThrow(expect.objectContaining({ code: 'OPERATOR_NAME_INVALID' }))
})
