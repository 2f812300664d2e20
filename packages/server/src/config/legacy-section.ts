import * as z from 'zod'

/** The section `legacy` (decisions.md sections 1 and 3). */
export const LegacySchema = z.strictObject({
  queryKey: z
    .enum(['required', 'optional', 'sufficient'])
    .default('required')
    .describe(
      'Whether legacy endpoints require the query api_key of callers with a key or token, check it if it is sent, or accept it alone',
    ),
  upstreamStatus: z
    .preprocess(
      (value) => (value === '400' || value === '503' ? Number(value) : value),
      z.union([z.literal(400), z.literal(503)]),
    )
    .default(400)
    .describe('HTTP status of an upstream failure in the legacy envelope'),
})
