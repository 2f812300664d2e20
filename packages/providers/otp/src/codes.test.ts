import { testSecrets } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { boundTo, cooldownId, masked } from './codes.ts'

it.each([
  ['asha.rao@example.com', 'a***@example.com'],
  ['a@example.com', 'a***@example.com'],
  ["o'brien+x@mail.example.org", 'o***@mail.example.org'],
])('masks %s as %s', (address, shown) => {
  expect(masked(address)).toBe(shown)
})

it('names a cooldown by a keyed hash, the same for either case', () => {
  const id = cooldownId(testSecrets(), 'Asha@Example.com')
  expect(id).toBe(cooldownId(testSecrets(), 'asha@example.com'))
  expect(id).not.toBe(cooldownId(testSecrets('another key'), 'asha@example.com'))
  expect(id).not.toContain('sha@')
})

it('binds a code to its id', () => {
  const secrets = testSecrets()
  const hash = secrets.hash(boundTo('one', '012345'))
  expect(secrets.matches(boundTo('one', '012345'), hash)).toBe(true)
  expect(secrets.matches(boundTo('two', '012345'), hash)).toBe(false)
  expect(secrets.matches(boundTo('one', '012346'), hash)).toBe(false)
})
