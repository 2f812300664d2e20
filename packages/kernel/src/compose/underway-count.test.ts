import { expect, it } from 'vitest'
import { UnderwayCount } from './underway-count.ts'

it('tells when the last call has left, and at once where there is none', async () => {
  const underway = new UnderwayCount()
  await underway.none()
  underway.enter()
  underway.enter()
  let told = 0
  const all = [underway.none(), underway.none()].map((none) => none.then(() => (told += 1)))
  underway.leave()
  await Promise.resolve()
  expect(told).toBe(0)
  underway.leave()
  await Promise.all(all)
  expect(told).toBe(2)
})
