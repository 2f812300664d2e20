/**
 * One key of a keyed list: the first of a list makes what is new, all of them read what is old, so that a key is
 * replaced without an outage. What was made with a key names it by its id.
 */
export interface KeyedSecret {
  /** Letters, digits, `_` and `-`. Stands beside what the key made; never change it while that is kept. */
  readonly id: string
  /** The secret itself. Never logged. */
  readonly value: string
}
