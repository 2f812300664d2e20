import { tellFigures } from '@parakh/testkit'
import * as fc from 'fast-check'
import { memoryBooks } from './memory-books.ts'
import { storeBooks } from './store-books.ts'
import { Walk } from './walk.ts'
import { anyWalk, type WalkPlan } from './walk-steps.ts'

/** Steps of a walk. */
const STEPS = 24

/** How many walks, and which. */
export interface Walks {
  readonly walks: number
  /** Any whole number: of the same one the same walks are taken. */
  readonly seed: number
}

/** Takes walks in memory, with all books checked after each step. @returns How often each kind of step came to each end. */
export async function walkInMemory({ walks, seed }: Walks): Promise<ReadonlyMap<string, number>> {
  const reached = new Map<string, number>()
  const taken = fc.asyncProperty(anyWalk(STEPS), async (plan) => {
    const walk = await Walk.open(memoryBooks(), plan.mode)
    for (const step of stepsOf(plan)) await walk.take(step)
    for (const [what, times] of walk.reached) reached.set(what, (reached.get(what) ?? 0) + times)
  })
  await fc.assert(taken, { numRuns: walks, seed })
  tellFigures(Object.fromEntries([...reached].sort()))
  return reached
}

/** Takes the same walks in memory and on a store, which come to the same after each step: so the rules in memory are those of the server. */
export async function walkOnBoth({ walks, seed }: Walks): Promise<void> {
  const taken = fc.asyncProperty(anyWalk(STEPS), async (plan) => {
    const [memory, store] = [memoryBooks(), await storeBooks()]
    try {
      const [one, other] = [await Walk.open(memory, plan.mode), await Walk.open(store, plan.mode)]
      for (const step of stepsOf(plan)) {
        const [expected, end] = [await one.take(step), await other.take(step)]
        const [told, found] = [one, other].map(({ standings }) => JSON.stringify(standings))
        if (end !== expected || found !== told)
          throw new Error(`${JSON.stringify(step)}\nin memory ${expected} ${told}\non the store ${end} ${found}`)
      }
    } finally {
      await store.close()
    }
  })
  await fc.assert(taken, { numRuns: walks, seed })
}

const stepsOf = ({ steps }: WalkPlan) => steps.filter((step) => step !== null)
