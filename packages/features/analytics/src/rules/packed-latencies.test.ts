import { pseudoRandom } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { addPacked, type Latencies, packLatencies } from './packed-latencies.ts'

it('gives back every histogram that was packed, alone and behind another', () => {
  const random = pseudoRandom(5)
  for (let nth = 0; nth < 500; nth += 1) {
    const [one, other] = [0, 1].map(
      (): Latencies => new Map(Array.from({ length: random(60) }, () => [random(200), 1 + random(9_000_000)])),
    )
    if (!one || !other) throw new RangeError('two were made')
    const alone: Latencies = new Map()
    addPacked(alone, packLatencies(one))
    expect([...alone].sort()).toEqual([...one].sort())
    const both: Latencies = new Map()
    addPacked(both, `${packLatencies(one)} ${packLatencies(other)}`)
    for (const bucket of [...one.keys(), ...other.keys()])
      expect(both.get(bucket)).toBe((one.get(bucket) ?? 0) + (other.get(bucket) ?? 0))
  }
  expect(
    packLatencies(
      new Map([
        [17, 4],
        [3, 12],
      ]),
    ),
  ).toBe('3:12 17:4')
})
