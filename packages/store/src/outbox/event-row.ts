import type { OutboxEvent } from '@parakh/core'
import * as z from 'zod'
import { Counted, EnvironmentColumn, Moment } from '../columns.ts'

const Data = z.record(z.string(), z.unknown())

/** A row of `outbox` as an event. */
export const EventRow = z
  .object({
    id: z.string(),
    type: z.string(),
    account_id: z.string(),
    environment: EnvironmentColumn,
    sequence: Counted,
    data: z.string(),
    at: Moment,
    replay_of: z.string().nullable(),
    endpoint_id: z.string().nullable(),
  })
  .transform(
    (row): OutboxEvent => ({
      id: row.id,
      type: row.type,
      accountId: row.account_id,
      environment: row.environment,
      sequence: row.sequence,
      createdAt: row.at,
      data: Data.parse(JSON.parse(row.data)),
      ...(row.replay_of === null ? {} : { replayOf: row.replay_of }),
      ...(row.endpoint_id === null ? {} : { endpointId: row.endpoint_id }),
    }),
  )
