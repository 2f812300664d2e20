import { inr, type RoutedQuestion, type RoutedSource, type SourceRouter } from '@parakh/core'

/** A router, and what its options name. */
export interface SourceRouterTrial {
  /** As its driver makes it. */
  readonly router: SourceRouter
  /** Sources that its options name: it is asked for them among others. */
  readonly names?: readonly string[]
  /** Accounts that its options name. */
  readonly accounts?: readonly string[]
}

const OTHERS = ['router-one', 'router-two', 'router-three', 'router-four']
const QUESTIONS = 40
const COSTS: readonly RoutedSource['cost'][] = [inr('1.20'), null, inr('0.80'), inr('1.20'), inr('0')]
const CIRCUITS = ['closed', 'open', 'half-open'] as const

const sourcesOf = (names: readonly string[], from: number): readonly RoutedSource[] =>
  Object.freeze(
    names.map((name, place) =>
      Object.freeze({
        ...{ name, cost: COSTS[(place + from) % COSTS.length] ?? null },
        circuit: CIRCUITS[(place + from) % CIRCUITS.length] ?? 'closed',
      }),
    ),
  )

/**
 * Whether a router keeps to its contract: whatever it is asked, its order has each source once and no other, the same question has the same
 * order, and what it is given stays as it is.
 *
 * @returns What is wrong; empty: nothing.
 */
export function checkSourceRouter({ router, names = [], accounts = [] }: SourceRouterTrial): readonly string[] {
  const all = [...new Set([...names, ...OTHERS])]
  const faults = new Set<string>()
  for (let number = 0; number < QUESTIONS; number += 1)
    for (let count = 2; count <= all.length; count += 1) {
      const asked = [...accounts, `account-${number}`]
      const question: RoutedQuestion = Object.freeze({
        ...{ accountId: asked[number % asked.length] ?? '', operation: 'details', reference: `reference-${number}` },
      })
      // Each of them is left out at times: a source may not serve the operation.
      const rotated = [...all.slice(number % all.length), ...all.slice(0, number % all.length)]
      const fault = faultOf(router, sourcesOf(rotated.slice(0, count), number), question)
      if (fault !== null) faults.add(fault)
    }
  return [...faults]
}

function faultOf(router: SourceRouter, sources: readonly RoutedSource[], question: RoutedQuestion): string | null {
  try {
    const order: unknown = router.order(sources, question)
    if (!Array.isArray(order)) return 'its order is no list: a router is synchronous'
    const given = sources.map(({ name }) => name)
    const unknown = order.filter((name) => !given.includes(name))
    if (unknown.length > 0) return `its order has ${String(unknown[0])}, which is none of the sources`
    if (new Set(order).size < order.length) return 'its order has a source twice'
    if (order.length < given.length) return 'its order leaves a source out'
    const again = router.order(sources, question)
    return again.join() === order.join() ? null : 'the same question has another order when it is asked twice'
  } catch (error) {
    return `it throws: ${error instanceof Error ? error.message : String(error)}`
  }
}
