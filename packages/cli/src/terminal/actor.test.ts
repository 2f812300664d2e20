import { userInfo } from 'node:os'
import { expect, it } from 'vitest'
import { actorOf } from './actor.ts'

it('is the name that was given, else the user of the system', () => {
  expect(actorOf({ as: 'Asha Rao' })).toBe('Asha Rao')
  expect(actorOf({ as: ' रवि ' })).toBe('रवि')
  expect(actorOf({})).toBe(userInfo().username)
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
])('refuses %j, which is no name or one that the host keeps for itself', (name) => {
  expect(() => actorOf({ as: name })).toThrow(expect.objectContaining({ code: 'OPERATOR_NAME_INVALID' }))
})
