import { type WebhookAttempt, type WebhookReplayRange, Webhooks } from '@parakh/core'
import { presentWebhookAttempt } from '@parakh/server/host'
import { type Command, Option } from 'commander'
import { parseCount } from '../arguments/count.ts'
import { parseMoment } from '../arguments/moment.ts'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawAttempts } from './webhook-presentation.ts'

const MOST = 1_000
const SHOWN = 100

/** `parakh webhooks deliveries | replay`. */
export function addWebhookDeliveries(webhooks: Command, session: Session): void {
  addCommand(webhooks, 'deliveries', 'list the delivery attempts of an endpoint, newest first')
    .requiredOption('--endpoint <id>', 'of this endpoint')
    .addOption(new Option('--status <status>', 'only these').choices(['pending', 'delivered', 'failed', 'exhausted']))
    .option('--cursor <text>', 'next_cursor of the previous page')
    .addOption(new Option('--limit <count>', 'how many').argParser(parseCount(MOST)).default(SHOWN))
    .action((options: DeliveriesOptions) => deliveries(session, options))
  addChange(webhooks, 'replay', 'send one event again, or a range of events to one endpoint')
    .option('--event <id>', 'this event, to every endpoint subscribed to its type')
    .option('--as-new', 'with --event: under a new id, with replay_of')
    .option('--endpoint <id>', 'a range of events, to this endpoint')
    .option('--since <time>', 'from a day in India, or a time with its zone', parseMoment)
    .option('--until <time>', 'before it (default: now)', parseMoment)
    .addOption(new Option('--status <status>', 'only events that were not delivered').choices(['failed']))
    .option('--dry-run', 'count the events and send none')
    .action((options: ReplayOptions) => replay(session, options))
}

interface DeliveriesOptions extends CommonOptions {
  readonly endpoint: string
  readonly status?: WebhookAttempt['status']
  readonly cursor?: string
  readonly limit: number
}
interface ReplayOptions extends CommonOptions {
  readonly event?: string
  readonly asNew?: boolean
  readonly endpoint?: string
  readonly since?: Date
  readonly until?: Date
  readonly status?: 'failed'
  readonly dryRun?: boolean
}

async function deliveries(session: Session, options: DeliveriesOptions): Promise<void> {
  const { endpoint: id, cursor = null, limit, status } = options
  const query = { cursor, limit, ...(status === undefined ? {} : { status }) }
  const { items, next } = await withHost(session, options, (host) =>
    host.get(Webhooks).deliveries({ id, owner: null }, query),
  )
  const more = next === null ? '' : `\nMore: --cursor ${next}`
  printResult(session.terminal, options, {
    json: { deliveries: items.map(presentWebhookAttempt), next },
    text: items.length === 0 ? 'There are no deliveries.' : `${drawAttempts(items)}${more}`,
  })
}

async function replay(session: Session, options: ReplayOptions): Promise<void> {
  const { event, endpoint, since } = options
  if (event !== undefined && endpoint === undefined) return await replayEvent(session, options, event)
  if (event === undefined && endpoint !== undefined && since !== undefined) {
    const { until, status, dryRun = false } = options
    const range = { since, dryRun, ...(until ? { until } : {}), ...(status ? { status } : {}) }
    return await replayRange(session, options, { endpoint, range })
  }
  throw cliErrors.error('WRONG_USAGE', {
    detail: 'Allowed: --event ID, or --endpoint ID with --since TIME',
  })
}

async function replayEvent(session: Session, options: ReplayOptions, id: string): Promise<void> {
  const change = { id, owner: null, actor: actorOf(options) }
  const { eventId, endpoints } = await withHost(session, options, (host) =>
    host.get(Webhooks).replayEvent(change, { asNew: options.asNew === true }),
  )
  printResult(session.terminal, options, {
    json: { event_id: eventId, endpoints },
    text: `The event ${eventId} is queued for ${endpoints} endpoint(s).`,
  })
}

async function replayRange(
  session: Session,
  options: ReplayOptions,
  { endpoint: id, range }: { readonly endpoint: string; readonly range: WebhookReplayRange },
): Promise<void> {
  const change = { id, owner: null, actor: actorOf(options) }
  const { events, cap } = await withHost(session, options, (host) => host.get(Webhooks).replayRange(change, range))
  const dry = range.dryRun === true
  printResult(session.terminal, options, {
    json: { endpoint_id: id, events, cap, dry_run: dry },
    text: dry ? `Would send ${events} event(s); at most ${cap} per replay.` : `${events} event(s) are queued again.`,
  })
}
