import { type Contribution, type RoutedSource, SourceName, SourceRouters } from '@parakh/core'
import * as z from 'zod'
import { rendezvous } from './rendezvous.ts'

const namesOf = (sources: readonly RoutedSource[]): readonly string[] => sources.map(({ name }) => name)

/** In the order of the configuration: what holds without a router. */
const ordered = SourceRouters.driver({
  ...{ id: 'ordered', options: z.object({}), needs: {} },
  make: () => ({ order: namesOf }),
})

/** The least cost first; sources without a known cost last, those of one cost in the order of the configuration. */
const cheapest = SourceRouters.driver({
  ...{ id: 'cheapest', options: z.object({}), needs: {} },
  make: () => {
    const least = ({ cost: one }: RoutedSource, { cost: other }: RoutedSource): number =>
      one === other ? 0 : (one ?? Number.POSITIVE_INFINITY) - (other ?? Number.POSITIVE_INFINITY)
    return { order: (sources) => namesOf([...sources].sort(least)) }
  },
})

const Weights = z
  .record(SourceName, z.number().min(0).max(1_000_000))
  .refine((weights) => Object.values(weights).some((weight) => weight > 0), 'must have a weight above 0')
  .describe(
    'How often a source is asked first, in proportion; one that is not listed, or 0, is asked where others fail',
  )

/** Each source first in proportion to its weight, by the reference of the call. */
const weighted = SourceRouters.driver({
  ...{ id: 'weighted', options: z.object({ weights: Weights }), needs: {} },
  names: ({ weights }) => Object.keys(weights),
  make: ({ options }) => {
    const weights = new Map(Object.entries(options.weights))
    return {
      order: (sources, { reference }) => rendezvous(reference, namesOf(sources), (name) => weights.get(name) ?? 0),
    }
  },
})

const Accounts = z
  .record(z.string().min(1).max(100), SourceName)
  .describe(
    'The source that calls of an account ask first, by the id of the account; other accounts have the order of the configuration',
  )

/** The source of the account first, then the others in the order of the configuration. */
const byAccount = SourceRouters.driver({
  ...{ id: 'by-account', options: z.object({ accounts: Accounts }), needs: {} },
  names: ({ accounts }) => Object.values(accounts),
  make: ({ options: { accounts } }) => {
    const ofAccount = new Map(Object.entries(accounts))
    return {
      order(sources, { accountId }) {
        const names = namesOf(sources)
        const first = ofAccount.get(accountId)
        if (first === undefined || !names.includes(first)) return names
        return [first, ...names.filter((name) => name !== first)]
      },
    }
  },
})

/** One source for each account, by a hash of its id; one that is added or left out moves only the accounts that it takes or had. */
const sticky = SourceRouters.driver({
  ...{ id: 'sticky', options: z.object({}), needs: {} },
  make: () => ({ order: (sources, { accountId }) => rendezvous(accountId, namesOf(sources), () => 1) }),
})

/** The routers that core brings. */
export const routerDrivers: readonly Contribution[] = [ordered, cheapest, weighted, byAccount, sticky]
