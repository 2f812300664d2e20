import { Clock, defineOperation } from '@parakh/core'
import { EnvironmentField } from '@parakh/core/fields'
import { indianDay } from '@parakh/core/formats'
import * as z from 'zod'
import { ANALYTICS_GROUPS, Analytics } from '../contract.ts'
import { FiguresView, figuresTable, namedGroup, presentFigures } from './figures-view.ts'
import { analyticsRead } from './scopes.ts'

const DAY_MS = 86_400_000
/** The default number of days, today included. */
const USUAL_DAYS = 30

const Day = z.iso.date()
const narrow = (given: { readonly endpoint?: string; readonly key_id?: string }) => ({
  ...(given.endpoint === undefined ? {} : { endpoint: given.endpoint }),
  ...(given.key_id === undefined ? {} : { keyId: given.key_id }),
})

/** The figures of an account's calls. */
export const getFigures = defineOperation({
  ...{ id: 'analytics.figures', effect: 'read', scope: analyticsRead, path: '/accounts/{account_id}/analytics' },
  summary: 'Get calls, success, latency and spend of an account, including purged log rows',
  input: z.object({
    account_id: z.string(),
    environment: EnvironmentField.default('production'),
    from: Day.exactOptional().describe(`The first day in Asia/Kolkata; default: ${USUAL_DAYS} days`),
    until: Day.exactOptional().describe('The last day, included; default: today'),
    by: z
      .enum(ANALYTICS_GROUPS)
      .default('total')
      .describe('How figures are grouped; hour: of at most 3 days, while the log has their rows'),
    endpoint: z.string().exactOptional().describe('This endpoint only'),
    key_id: z.string().exactOptional().describe('This key only'),
  }),
  output: z.object({
    from: Day.describe('In Asia/Kolkata'),
    until: Day.describe('In Asia/Kolkata'),
    figures: z.array(FiguresView),
  }),
  whose: { account: 'account_id' },
  errors: { ANALYTICS_HOURS_TOO_MANY: 422 },
  command: {
    name: 'analytics',
    options: { environment: { required: true } },
    more: ({ figures }, { account_id, environment, by }) => ({
      ...{ account_id, environment, by },
      figures: figures.map((row) => namedGroup(by, row)),
    }),
    text({ figures }, { input: { by }, draw }) {
      if (figures.length === 0) return 'There were no calls.'
      const { head, rows } = figuresTable(by, figures)
      return draw.table(head, rows)
    },
  },
  needs: { analytics: Analytics, clock: Clock },
  async handle({ input: { account_id: accountId, environment, by, ...given }, analytics, clock }) {
    const until = given.until ?? indianDay(clock.now())
    const from = given.from ?? new Date(Date.parse(until) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10)
    const figures = await analytics.figures({ accountId, environment, from, until, by, ...narrow(given) })
    return { from, until, figures: figures.map(presentFigures) }
  },
})
