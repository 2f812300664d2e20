import { type Environment, type WebhookEndpoint, Webhooks } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import { type Command, Option } from 'commander'
import { parseDuration } from '../arguments/duration.ts'
import { environmentOption } from '../arguments/environment.ts'
import { parseList } from '../arguments/lists.ts'
import { withHost } from '../host/open-host.ts'
import { actorOf } from '../terminal/actor.ts'
import { addChange, addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawEndpoints, endpointJson } from './webhook-presentation.ts'
import { addWebhookDeliveries } from './webhooks-deliveries.ts'

/** `parakh webhooks create | list | update | enable | disable | delete | rotate | test | deliveries | replay` (decisions.md section 9). */
export function addWebhooks(program: Command, session: Session): void {
  const webhooks = program.command('webhooks').description('webhook endpoints')
  addChange(webhooks, 'create', 'add an endpoint; its secret is shown once')
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .requiredOption('--url <url>', 'the URL that events are posted to')
    .option('--events <types>', 'types such as order.updated or order.*, separated by commas (default: all)', parseList)
    .option('--description <text>', 'for people', '')
    .action((options: CreateOptions) => create(session, options))
  addCommand(webhooks, 'list', 'list endpoints, without secrets')
    .option('--account <id>', 'only of this account')
    .addOption(environmentOption().makeOptionMandatory(false).default(undefined))
    .action((options: ListOptions) => list(session, options))
  addChange(webhooks, 'update <endpoint>', 'change an endpoint; omitted options stay')
    .option('--url <url>', 'the URL that events are posted to')
    .option('--events <types>', 'types, separated by commas, or "all"', parseList)
    .option('--description <text>', 'for people')
    .action((id: string, options: UpdateOptions) => update(session, id, options))
  addChange(webhooks, 'enable <endpoint>', 'enable an endpoint, from the next event on').action(
    (id: string, options: CommonOptions) => enable(session, id, options),
  )
  addChange(webhooks, 'disable <endpoint>', 'disable an endpoint; events are kept for replay').action(
    (id: string, options: CommonOptions) => disable(session, id, options),
  )
  addChange(webhooks, 'delete <endpoint>', 'delete an endpoint permanently').action(
    (id: string, options: CommonOptions) => remove(session, id, options),
  )
  addChange(webhooks, 'rotate <endpoint>', 'issue a new secret; the old one also signs for an overlap')
    .addOption(
      new Option('--overlap <duration>', 'how long the old secret also signs')
        .argParser(parseDuration)
        .default(86_400, '24h'),
    )
    .action((id: string, options: CommonOptions & { overlap: number }) => rotate(session, id, options))
  addChange(webhooks, 'test <endpoint>', 'send the event webhook.test to an endpoint').action(
    (id: string, options: CommonOptions) => test(session, id, options),
  )
  addWebhookDeliveries(webhooks, session)
}

interface CreateOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly url: string
  readonly events?: readonly string[]
  readonly description: string
}
interface ListOptions extends CommonOptions {
  readonly account?: string
  readonly environment?: Environment
}
interface UpdateOptions extends CommonOptions {
  readonly url?: string
  readonly events?: readonly string[]
  readonly description?: string
}

/** An endpoint of any account, changed by the operator. */
const changeOf = (id: string, options: CommonOptions) => ({ id, owner: null, actor: actorOf(options) })

async function create(session: Session, options: CreateOptions): Promise<void> {
  const { account: accountId, environment, url, description, events = null } = options
  const { endpoint, secret } = await withHost(session, options, (host) =>
    host.get(Webhooks).create({ accountId, environment, url, description, events, actor: actorOf(options) }),
  )
  printResult(session.terminal, options, {
    json: { ...endpointJson(endpoint), secret },
    text: `Endpoint ${endpoint.id} receives events of ${environment}. Its secret, shown only now:\n${secret}`,
  })
}

async function list(session: Session, options: ListOptions): Promise<void> {
  const endpoints = await withHost(session, options, (host) => host.get(Webhooks).list(null))
  const { account, environment } = options
  const wanted = endpoints.filter(
    (one) =>
      (account === undefined || one.accountId === account) &&
      (environment === undefined || one.environment === environment),
  )
  printResult(session.terminal, options, {
    json: { webhooks: wanted.map(endpointJson) },
    text: wanted.length === 0 ? 'There are no webhook endpoints.' : drawEndpoints(wanted),
  })
}

async function change(
  session: Session,
  options: CommonOptions,
  { work, said }: { readonly work: (host: Host) => Promise<WebhookEndpoint>; readonly said: string },
): Promise<void> {
  const endpoint = await withHost(session, options, work)
  printResult(session.terminal, options, {
    json: endpointJson(endpoint),
    text: `Endpoint ${endpoint.id} ${said}.`,
  })
}

function update(session: Session, id: string, options: UpdateOptions): Promise<void> {
  const { url, description, events } = options
  const all = events?.length === 1 && events[0] === 'all'
  const patch = {
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description }),
    ...(events === undefined ? {} : { events: all ? null : events }),
  }
  const work = (host: Host) => host.get(Webhooks).update(changeOf(id, options), patch)
  return change(session, options, { work, said: 'is changed' })
}

const enable = (session: Session, id: string, options: CommonOptions): Promise<void> =>
  change(session, options, {
    work: (host) => host.get(Webhooks).enable(changeOf(id, options)),
    said: 'is enabled; what it missed is sent by "parakh webhooks replay"',
  })

const disable = (session: Session, id: string, options: CommonOptions): Promise<void> =>
  change(session, options, { work: (host) => host.get(Webhooks).disable(changeOf(id, options)), said: 'is disabled' })

async function remove(session: Session, id: string, options: CommonOptions): Promise<void> {
  await withHost(session, options, (host) => host.get(Webhooks).remove(changeOf(id, options)))
  printResult(session.terminal, options, { json: { ok: true }, text: `Endpoint ${id} is deleted.` })
}

async function rotate(session: Session, id: string, options: CommonOptions & { overlap: number }): Promise<void> {
  const { overlap } = options
  const { endpoint, secret } = await withHost(session, options, (host) =>
    host.get(Webhooks).rotate(changeOf(id, options), overlap),
  )
  printResult(session.terminal, options, {
    json: { ...endpointJson(endpoint), secret, overlap_seconds: overlap },
    text: `Endpoint ${id} has a new secret, shown only now; the old one also signs for ${overlap} seconds:\n${secret}`,
  })
}

async function test(session: Session, id: string, options: CommonOptions): Promise<void> {
  const eventId = await withHost(session, options, (host) => host.get(Webhooks).test(changeOf(id, options)))
  printResult(session.terminal, options, {
    json: { event_id: eventId },
    text: `The event ${eventId} is queued: "parakh webhooks deliveries --endpoint ${id}" shows it.`,
  })
}
