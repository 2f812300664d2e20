import { ChargedUsage, CONTRACT, definePlugin, service, UsageSequence } from '@parakh/core'
import { Analytics, UsageRollUps } from './contract.ts'
import { analyticsErrors } from './error-codes.ts'
import { getFigures } from './operations/get-figures.ts'
import { createChargedUsage } from './roll-up/charged-usage.ts'
import { countedUsageLog } from './roll-up/counted-usage-log.ts'
import { createUsageRollUps } from './roll-up/create-usage-roll-ups.ts'
import { rollUpUsage } from './roll-up/roll-up-usage.ts'
import { createAnalytics } from './rules/create-analytics.ts'
import { analyticsTables } from './tables/analytics-tables.ts'
import { chargedStatements } from './tables/charged-statements.ts'
import { dayStatements } from './tables/day-statements.ts'
import { figureStatements } from './tables/figure-statements.ts'
import { hourStatements } from './tables/hour-statements.ts'
import { rollUpStatements } from './tables/roll-up-statements.ts'

/** Counts the usage log by day, answers success, latency and spend, and keeps what purged rows came to. */
export const analytics = definePlugin({
  ...{ id: 'analytics', contract: CONTRACT },
  tables: analyticsTables,
  statements: [rollUpStatements, figureStatements, dayStatements, hourStatements, chargedStatements],
  services: [
    service(UsageRollUps, { tables: analyticsTables, sequence: UsageSequence }, createUsageRollUps),
    service(ChargedUsage, { tables: analyticsTables }, createChargedUsage),
    service(Analytics, { rollUps: UsageRollUps }, ({ rollUps }) => createAnalytics(rollUps)),
  ],
  decorates: [countedUsageLog],
  work: [rollUpUsage],
  operations: [getFigures],
  errors: [analyticsErrors],
})
