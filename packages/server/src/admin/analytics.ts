import { ANALYTICS_GROUPS, Analytics, type AnalyticsFigures } from '@parakh/analytics'
import { Clock } from '@parakh/core'
import { EnvironmentField, Rupees, rupeesText } from '@parakh/core/fields'
import { indianDay } from '@parakh/core/formats'
import * as z from 'zod'
import { defineAdminRoute } from './define-admin-route.ts'

const DAY_MS = 86_400_000
/** The default number of days, today included. */
const USUAL_DAYS = 30

const Day = z.iso.date().describe('In Asia/Kolkata')
const FiguresView = z.object({
  group: z.string().describe('The endpoint, key or day; empty for total'),
  calls: z.int(),
  successes: z.int().describe('Calls that returned data'),
  success_rate: z.number().nullable().describe('0 to 1'),
  failures: z.array(z.object({ outcome: z.string(), code: z.string(), calls: z.int() })),
  charged: Rupees,
  p95_latency_ms: z
    .int()
    .nullable()
    .describe('Exact below 16 ms; above, never too low and at most 12.5 percent too high'),
})
const present = (figures: AnalyticsFigures): z.input<typeof FiguresView> => ({
  ...{ group: figures.group, calls: figures.calls, successes: figures.successes, success_rate: figures.successRate },
  ...{ failures: [...figures.failures], charged: rupeesText(figures.charged), p95_latency_ms: figures.p95LatencyMs },
})

const getFigures = defineAdminRoute({
  id: 'analytics.figures',
  method: 'GET',
  path: '/accounts/{account_id}/analytics',
  scope: 'analytics:read',
  summary: 'Get calls, success, latency and spend of an account, including purged log rows',
  params: z.object({ account_id: z.string() }),
  query: z.object({
    environment: EnvironmentField.default('production'),
    from: Day.exactOptional().describe('The first day in Asia/Kolkata; default: 30 days'),
    until: Day.exactOptional().describe('The last day, included; default: today'),
    by: z.enum(ANALYTICS_GROUPS).default('total'),
    endpoint: z.string().exactOptional().describe('This endpoint only'),
    key_id: z.string().exactOptional().describe('This key only'),
  }),
  response: z.object({ from: Day, until: Day, figures: z.array(FiguresView) }),
  async handle({
    host,
    params: { account_id: accountId },
    query: { key_id: keyId, endpoint, environment, by, ...days },
  }) {
    const until = days.until ?? indianDay(host.get(Clock).now())
    const from = days.from ?? new Date(Date.parse(until) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const narrow = { ...(endpoint === undefined ? {} : { endpoint }), ...(keyId === undefined ? {} : { keyId }) }
    const figures = await host.get(Analytics).figures({ accountId, environment, from, until, by, ...narrow })
    return { from, until, figures: figures.map(present) }
  },
})

/** Routes of analytics. */
export const analyticsRoutes = [getFigures]
