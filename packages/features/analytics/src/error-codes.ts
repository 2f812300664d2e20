import { defineErrorTable } from '@parakh/core'

/** The errors of analytics. */
export const analyticsErrors = defineErrorTable('analytics', {
  ANALYTICS_DAYS_INVALID:
    'The days {from} to {until} are invalid. Allowed: days such as 2026-11-01, the first not after the last, {most} days at most',
  ANALYTICS_HOURS_TOO_MANY:
    'Those days have more than {most} rows in the log. Allowed: fewer days by hour, or figures by day',
})
