import type { StandingAlert } from '@parakh/core'

/** One that has ended and stands again within so long is the same, so that one that comes and goes is told once. */
export const SAME_MS = 3_600_000

/** What tells alerts of a place apart. Empty: of none. */
export interface AlertKey {
  readonly alert: string
  readonly subject: string
  readonly environment: string
}
/** An alert as it was told. */
export interface ToldAlert extends AlertKey {
  readonly severity: StandingAlert['severity']
  /** Milliseconds since 1970; null: it stands. */
  readonly ended_at: number | null
}
/** An alert that stands, and its rule. */
export interface StandingOfRule extends StandingAlert {
  readonly alert: string
}
/** What differs from what was told. */
export interface StandingChanges<S extends StandingOfRule> {
  /** To tell: new ones, those that came again, and those that have become urgent. */
  readonly fresh: readonly S[]
  /** Stand again, or less urgently: not told. */
  readonly kept: readonly ToldAlert[]
  readonly ended: readonly AlertKey[]
  /** Ended long ago. */
  readonly forgotten: readonly AlertKey[]
}

/** The key of an alert. */
export const keyOf = ({ alert, subject, environment }: Pick<StandingOfRule, 'alert' | 'subject' | 'environment'>) => ({
  ...{ alert, subject: subject ?? '', environment: environment ?? '' },
})
const textOf = ({ alert, subject, environment }: AlertKey): string => JSON.stringify([alert, subject, environment])

/**
 * Compares what stands with what was told.
 *
 * @param asked The rules that were read: what a rule that could not be read has told is left as it is.
 */
export function standingChanges<S extends StandingOfRule>(
  told: readonly ToldAlert[],
  standing: readonly S[],
  { asked, at }: { readonly asked: ReadonlySet<string>; readonly at: number },
): StandingChanges<S> {
  const known = new Map(told.map((one) => [textOf(one), one]))
  const stands = new Set(standing.map((one) => textOf(keyOf(one))))
  const isOver = ({ ended_at }: ToldAlert): boolean => ended_at !== null && ended_at <= at - SAME_MS
  const fresh: S[] = []
  const kept: ToldAlert[] = []
  for (const one of standing) {
    const before = known.get(textOf(keyOf(one)))
    if (!before || isOver(before) || (before.severity === 'soon' && one.severity === 'now')) fresh.push(one)
    else if (before.ended_at !== null || before.severity !== one.severity)
      kept.push({ ...keyOf(one), severity: one.severity, ended_at: null })
  }
  const gone = told.filter((one) => !stands.has(textOf(one)))
  return {
    ...{ fresh, kept },
    ended: gone.filter(({ alert, ended_at }) => ended_at === null && asked.has(alert)),
    forgotten: gone.filter(isOver),
  }
}
