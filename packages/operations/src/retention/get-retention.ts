import { defineOperation, Retention } from '@parakh/core'
import * as z from 'zod'
import { retentionRead } from '../scopes.ts'

/** `retention.get` */
export const getRetention = defineOperation({
  id: 'retention.get',
  effect: 'read',
  summary: 'Get the configured retention times',
  scope: retentionRead,
  path: '/retention',
  input: z.object({}),
  output: z.object({
    answer_days: z.int().describe('Stored answers and documents'),
    usage_visible_days: z.int().describe('How long rows of the usage log are visible'),
    usage_days: z.int().describe('How long rows of the usage log are kept'),
    consent_days: z
      .int()
      .nullable()
      .describe('Rows of the index of people, and so records of consent; null: without end'),
  }),
  whose: 'operators',
  needs: { retention: Retention },
  handle: async ({ retention }) => ({
    answer_days: retention.replayDays,
    usage_visible_days: retention.usageVisibleDays,
    usage_days: retention.usageDays,
    consent_days: retention.consentDays,
  }),
})
