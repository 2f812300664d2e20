import type { EventAlertRule, EventSink, OutboxEvent } from '@parakh/core'
import { alertStatements } from '../tables/alert-statements.ts'
import { type AlertParts, nowOf } from './alert-parts.ts'
import { readersOf } from './readers.ts'
import { type Tellable, tell } from './tell.ts'

/** An older event is told to nobody: the feature is new, or its events have waited. */
const TOLD_WITHIN_MS = 86_400_000

interface Told {
  readonly event: OutboxEvent
  readonly one: Tellable
}

/** Hears of events: has the account looked at soon, and tells what a rule knows of the event itself. */
export function alertSink(parts: AlertParts): EventSink {
  const ofEvents = [...parts.rules].flatMap(([alert, rule]) => (rule.of === 'events' ? [{ alert, rule }] : []))
  const toldBy = (event: OutboxEvent): readonly Told[] =>
    ofEvents.flatMap(({ alert, rule }) => (rule.event === event.type ? toldOf(event, { alert, rule }) : []))
  return {
    async deliver(events) {
      const own = events.filter(({ endpointId, replayOf }) => endpointId === undefined && replayOf === undefined)
      if (own.length === 0) return
      const at = nowOf(parts)
      const told = own.filter(({ createdAt }) => createdAt.getTime() > at - TOLD_WITHIN_MS).flatMap(toldBy)
      const accounts = [...new Set(told.map(({ event }) => event.accountId))]
      const readers = new Map(await Promise.all(accounts.map(async (id) => [id, await readersOf(parts, id)] as const)))
      const ids = [...new Set(own.map(({ accountId }) => accountId))].sort()
      await parts.tables.transaction(function* (tx) {
        yield* tx.run(
          alertStatements.mark({ rows: ids.map((account_id) => ({ account_id, marks: 1, lease_until: 0 })) }),
        )
        for (const { event, one } of told) {
          const audience = { accountId: event.accountId, readers: readers.get(event.accountId) ?? [] }
          yield* tell(tx, parts, { one, audience, at, endedAt: at })
        }
      })
    },
  }
}

const toldOf = (
  event: OutboxEvent,
  { alert, rule }: { readonly alert: string; readonly rule: EventAlertRule },
): readonly Told[] => {
  const said = rule.told(event)
  // The subject tells events apart, so that one that is delivered again is told no second time.
  const of = { alert, rule, environment: event.environment, since: event.createdAt }
  return said === null ? [] : [{ event, one: { ...of, ...said, subject: said.subject ?? event.id } }]
}
