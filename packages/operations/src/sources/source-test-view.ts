import * as z from 'zod'
import { ReplyField } from './recorded-reply.ts'
import { FailureField } from './source-view.ts'

/** How a test of a source ended. */
export const SourceTestView = z.object({
  source: z.string(),
  outcome: z.enum(['answer', 'none', 'failed']).describe('none: the source has no such record'),
  duration_ms: z.int(),
  record: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What the mapping made, as the contract has it; identity numbers are masked'),
  failure: FailureField.nullable().describe('Null: it did not fail'),
  field: z.string().nullable().describe('The field that broke the schema of the contract'),
  reason: z.string().nullable().describe('Why: missing, invalid_type, not_as_asked, http_503'),
  reply: ReplyField.nullable().describe('Null: none came, or the source is not reached by HTTP'),
})
