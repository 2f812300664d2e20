import {
  ALERT_SEVERITIES,
  type AlertRule,
  Alerts,
  defineOperation,
  errorFacts,
  HostScopes,
  hasAdminScope,
  Logger,
  MOST_ALERTS,
  MOST_WAITING,
  type Scope,
  type StandingAlert,
  type WorkQueue,
  WorkQueues,
} from '@parakh/core'
import { EnvironmentField, MomentOrNone, momentOrNone } from '@parakh/core/fields'
import * as z from 'zod'
import { alertsRead, workRead } from '../scopes.ts'

const AlertView = z.object({
  alert: z.string().describe('The plugin and its alert, or its queue of work: webhooks/endpoint-disabled'),
  subject: z.string().nullable().describe('What it is about; null: this alert stands once at most'),
  title: z.string().describe('In English'),
  environment: EnvironmentField.nullable().describe('Null: of none'),
  severity: z
    .enum(ALERT_SEVERITIES)
    .describe('now: calls or money stop, or a secret is known to others; soon: there is time'),
  since: MomentOrNone.describe('Since when; of a queue the oldest that waits; null: that is not kept'),
  params: z.record(z.string(), z.string()).describe('What a text says besides: amounts, labels, ids, times'),
  page: z.string().nullable().describe('The page of the console where one acts; null: none of them'),
  waiting: z.int().nullable().describe(`How much waits in the queue of work, ${MOST_WAITING} at most; null: no queue`),
})
type Told = StandingAlert & Pick<z.output<typeof AlertView>, 'alert' | 'title' | 'page' | 'waiting'>

/** `alerts.list` */
export const listAlerts = defineOperation({
  id: 'alerts.list',
  effect: 'read',
  summary: 'List what needs an act now, the most urgent first',
  scope: alertsRead,
  path: '/alerts',
  input: z.object({
    account_id: z.string().exactOptional().describe('Of this account. Default: your own; of an operator the server'),
    environment: EnvironmentField.exactOptional().describe('Only of this one, and those of none'),
  }),
  output: z.object({
    items: z.array(AlertView).describe('Those that the scopes of the credential allow'),
    not_read: z.array(z.string()).describe('Alerts that could not be read now: whether they stand is not known'),
  }),
  whose: 'everyone',
  command: {
    text: ({ items, not_read }, { draw }) =>
      [
        items.length === 0
          ? 'Nothing needs you.'
          : draw.table(
              ['Act', 'Alert', 'Environment', 'Since', 'About'],
              items.map(({ severity, title, environment, since, params, waiting }) => [
                ...[severity, title, environment ?? '', since ?? ''],
                [...(waiting === null ? [] : [`${waiting}`]), ...Object.values(params)].join(', '),
              ]),
            ),
        ...(not_read.length === 0 ? [] : [`Not read: ${not_read.join(', ')}.`]),
      ].join('\n'),
  },
  needs: { rules: Alerts, queues: WorkQueues, scopes: HostScopes, logger: Logger },
  async handle({ input: { account_id, environment: only }, viewer, granted, rules, queues, scopes, logger }) {
    const accountId = account_id ?? viewer.accountId
    const may = (scope: Scope) => hasAdminScope({ scopes: granted, accountId: viewer.accountId }, scope, scopes)
    const seenQueues = accountId === null && may(workRead) ? [...queues] : []
    const asked = [
      ...[...rules].map(([alert, rule]) => ({ alert, scope: rule.scope, ask: () => ofRule(alert, rule, accountId) })),
      ...seenQueues.map(([alert, queue]) => ({ alert, scope: queue.scope, ask: () => ofQueue(alert, queue) })),
    ].filter(({ scope }) => may(scope))
    const notRead: string[] = []
    const found = asked.map(async ({ alert, ask }) => {
      try {
        return await ask()
      } catch (error) {
        // One that cannot be read, such as the balance of an external wallet that is away, hides no other.
        logger.warn('alert.not_read', { alert, ...errorFacts(error) })
        notRead.push(alert)
        return []
      }
    })
    const told = (await Promise.all(found))
      .flat()
      .filter(({ environment }) => only === undefined || environment === null || environment === only)
      .sort((one, other) => urgency(one) - urgency(other) || timeOf(one.since) - timeOf(other.since))
    return {
      items: told.map(({ since, params, ...alert }) => ({
        ...alert,
        since: momentOrNone(since),
        params: { ...params },
      })),
      not_read: notRead.sort(),
    }
  },
})

async function ofRule(alert: string, rule: AlertRule, accountId: string | null): Promise<readonly Told[]> {
  const { title, page } = rule
  const standing = await standingOf(rule, accountId)
  return standing.slice(0, MOST_ALERTS).map((one) => ({ ...one, alert, title, page, waiting: null }))
}

/** Of the server without an account. A rule of the others tells nothing. */
async function standingOf(rule: AlertRule, accountId: string | null): Promise<readonly StandingAlert[]> {
  if (rule.of === 'operators') return accountId === null ? await rule.standing() : []
  return rule.of === 'events' || accountId === null ? [] : await rule.standing(accountId)
}

/** A queue in which something waits. */
async function ofQueue(alert: string, { title, standing }: WorkQueue): Promise<readonly Told[]> {
  const { waiting, oldestAt } = await standing()
  if (waiting === 0) return []
  const of = { subject: null, environment: null, severity: 'soon', since: oldestAt, params: {} } as const
  return [{ ...of, alert, title, page: 'work', waiting: Math.min(waiting, MOST_WAITING) }]
}

const urgency = ({ severity }: Told): number => ALERT_SEVERITIES.indexOf(severity)
/** Those without a time come last. */
const timeOf = (at: Date | null): number => at?.getTime() ?? Number.MAX_SAFE_INTEGER
