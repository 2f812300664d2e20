import { defineOperation } from '@parakh/core'
import * as z from 'zod'
import { Plans } from '../contract.ts'
import { plansWrite } from './scopes.ts'

/** Renews what is due, as the job does every minute. */
export const renewPlans = defineOperation({
  ...{ id: 'plans.renew', effect: 'write', scope: plansWrite, path: '/plans/renew', whose: 'operators' },
  stepUp: true,
  summary: 'Renew due subscriptions now, as the server does every minute',
  input: z.object({}),
  output: z.object({ renewed: z.int(), grace: z.int(), ended: z.int() }),
  command: {
    text: ({ renewed, grace, ended }) => `${renewed} renewed, ${grace} in grace, ${ended} ended.`,
  },
  needs: { plans: Plans },
  handle: async ({ plans }) => plans.renewDue(),
})
