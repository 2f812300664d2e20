/** What one look at a deployment found. */
export interface Finding {
  /** What was looked at, such as `clock`. */
  readonly check: string
  /** `act`: something must be done. `warn`: callers must take care. `unknown`: it could not be checked. */
  readonly state: 'ok' | 'warn' | 'act' | 'unknown'
  readonly found: string
  /** What to do; null: nothing. */
  readonly act: string | null
}

/** Nothing is to be done. */
export const fine = (check: string, found: string): Finding => ({ check, state: 'ok', found, act: null })
/** Something is to be done. */
export const toDo = (check: string, found: string, act: string): Finding => ({ check, state: 'act', found, act })
/** Callers must take care. The exit code stays 0. */
export const warned = (check: string, found: string, act: string): Finding => ({ check, state: 'warn', found, act })
/** It could not be looked at. @param act What would let it be looked at. */
export const notSeen = (check: string, found: string, act: string | null = null): Finding => ({
  ...{ check, state: 'unknown', found },
  act,
})
