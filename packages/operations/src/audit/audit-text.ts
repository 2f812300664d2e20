import type { Drawing } from '@parakh/core'

type Facts = Readonly<Record<string, unknown>> | null
interface Entry {
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly before: Facts
  readonly after: Facts
}

/** Entries as a table. */
export const drawAudit = (entries: readonly Entry[], draw: Drawing): string =>
  draw.table(
    ['Time', 'Actor', 'Action', 'Subject', 'Before and after'],
    entries.map((entry) => [entry.at, entry.actor, entry.action, entry.subject, changes(entry).join('\n')]),
  )

/** One line per changed field. */
function changes({ before, after }: Entry): readonly string[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null))
  return names
    .map((name) => [name, text(before?.[name]), text(after?.[name])] as const)
    .filter(([, old, fresh]) => old !== fresh)
    .map(([name, old, fresh]) => (before?.[name] === undefined ? `${name}: ${fresh}` : `${name}: ${old} -> ${fresh}`))
}
