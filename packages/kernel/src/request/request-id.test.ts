import { expect, it } from 'vitest'
import { claimOf, isRequestId } from './request-id.ts'

it('claims a request id by itself, and a long one by a digest that no request id can be', () => {
  const uuid = '018f3c5e-7b1a-7c3d-9e2f-0123456789ab'
  expect(claimOf(uuid)).toBe(uuid)
  const [one, other] = ['a', 'b'].map((letter) => claimOf(letter.repeat(128)))
  expect(one).toMatch(/^#[\w-]{22}$/)
  expect(one).not.toBe(other)
  expect(isRequestId(one ?? '')).toBe(false)
})
