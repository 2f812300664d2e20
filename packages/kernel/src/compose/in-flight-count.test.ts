import { expect, it } from 'vitest'
import { InFlightCount } from './in-flight-count.ts'

it('tells when the last call has left, and at once where there is none', async () => {
  const inFlight = new InFlightCount()
  await inFlight.none()
  inFlight.enter()
  inFlight.enter()
  let told = 0
  const all = [inFlight.none(), inFlight.none()].map((none) => none.then(() => (told += 1)))
  inFlight.leave()
  await Promise.resolve()
  expect(told).toBe(0)
  inFlight.leave()
  await Promise.all(all)
  expect(told).toBe(2)
})
