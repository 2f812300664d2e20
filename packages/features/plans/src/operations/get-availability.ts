import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Plans } from '../contract.ts'
import { plansRead } from './scopes.ts'

/** The availability of production in a month. */
export const getAvailability = defineOperation({
  ...{ id: 'plans.availability', effect: 'read', scope: plansRead, path: '/plans/availability', whose: 'everyone' },
  summary: 'Get the availability of production in a month; an account sees that of its own calls',
  input: z.object({
    month: z.string().describe('A month in India, such as 2026-11'),
    account_id: z.string().exactOptional().describe('Only calls of this account'),
  }),
  output: z.object({
    month: z.string(),
    answered: z.int().describe('Answered production calls, including those without a record'),
    failed: z.int(),
    percent: z.number().nullable().describe('Floored to two decimals; null: no calls'),
  }),
  command: {
    more: ({ percent }) => ({ availability_percent: percent?.toFixed(2) ?? null }),
    text: ({ month, answered, failed, percent }) =>
      percent === null
        ? `There were no production calls in ${month}.`
        : `${percent.toFixed(2)} % in ${month}: ${answered} production calls answered, ${failed} failed.`,
  },
  needs: { plans: Plans },
  async handle({ input, viewer, plans }) {
    const accountId = input.account_id ?? viewer.accountId ?? undefined
    const { month, answered, failed, basisPoints } = await plans.availability(input.month, accountId)
    return { month, answered, failed, percent: basisPoints === null ? null : basisPoints / 100 }
  },
})
