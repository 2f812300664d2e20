import { askedPage, defineOperation, PAGE_FIELDS, pageOf, presentPage, Store } from '@parakh/core'
import { EnvironmentField, Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { systemRead } from '../scopes.ts'

const FailedJobView = z.object({
  job_id: z.string(),
  name: z.string().describe('The plugin and its job'),
  account_id: z.string().nullable().describe('Null: a scheduled job'),
  environment: EnvironmentField.nullable(),
  due_at: Moment.describe('When its last attempt was due'),
  attempts: z.int(),
  last_error: z.string().nullable().describe('Its code or class; null: the process ended in the last attempt'),
})

/** `failed-jobs.list` */
export const listFailedJobs = defineOperation({
  id: 'failed-jobs.list',
  effect: 'read',
  summary: 'List jobs that were given up, the one that was due first first',
  scope: systemRead,
  path: '/failed-jobs',
  input: z.object(PAGE_FIELDS),
  output: pageOf(FailedJobView),
  whose: 'operators',
  command: {
    name: 'work failed-jobs',
    rows: 'jobs',
    text: ({ items }, { draw }) =>
      items.length === 0
        ? 'No job was given up.'
        : draw.table(
            ['Job', 'Name', 'Account', 'Due', 'Attempts', 'Last error'],
            items.map((job) => [
              ...[job.job_id, job.name, job.account_id ?? '', job.due_at, `${job.attempts}`, job.last_error ?? ''],
            ]),
          ),
  },
  needs: { store: Store },
  handle: async ({ input, store }) =>
    presentPage(await store.jobs.failed(askedPage(input).page), (job) => ({
      ...{ job_id: job.id, name: job.name, account_id: job.accountId, environment: job.environment },
      ...{ due_at: moment(job.runAt), attempts: job.attempts, last_error: job.error },
    })),
})
