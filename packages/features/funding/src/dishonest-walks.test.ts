import { chosenSeed } from '@parakh/testkit'
import { describe, it } from 'vitest'
import { walkInMemory, walkOnBoth } from '../test/books/take-walks.ts'

const seed = chosenSeed()

describe('a dishonest customer and its resellers together', () => {
  it('never have more than was paid in, allotted and finally earned, what they owe taken off, in any order of steps', async () => {
    await walkInMemory({ walks: 200, seed })
  })

  it('come to the same on a store as by the rules in memory', async () => {
    await walkOnBoth({ walks: 2, seed })
  })
})
