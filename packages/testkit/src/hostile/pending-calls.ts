import { type CallState, type Money, micro } from '@parakh/core'
import type { Trial } from './hostile-trial.ts'

/** The calls whose async result is still to come. */
export const pendingCalls = ({ test: { store } }: Pick<Trial, 'test'>): readonly CallState[] =>
  [...store.tables.calls.values()].filter(({ asyncState }) => asyncState === 'pending')

/** The holds of calls that are charged on completion: they wait for their results legitimately. */
export const heldForResults = (trial: Pick<Trial, 'test'>): Money =>
  micro(
    pendingCalls(trial)
      .filter(({ phase }) => phase === 'accepted')
      .reduce((sum, { price }) => sum + price, 0),
  )
