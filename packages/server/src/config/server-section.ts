import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'
import { isAddressRange } from './address-range.ts'
import { ListenersSchema } from './listeners.ts'
import { OperationsSchema } from './operations-section.ts'
import { PublicUrl } from './public-url.ts'

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal']
const AddressRange = z.string().refine((text) => NAMED_RANGES.includes(text) || isAddressRange(text), {
  error: 'must be an address, a range such as 10.0.0.0/8, or one of loopback, linklocal, uniquelocal',
})

const asFlag = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value)

/** The section `server`: where the server listens, and its public URL. */
export const ServerSchema = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('The address to listen on; 0.0.0.0 for all'),
  port: wholeNumber(0, 65_535).default(3000).describe('The port to listen on; 0 takes a free one'),
  publicUrl: PublicUrl.optional().describe('The public URL of this server, path included; all links begin with it'),
  trustProxy: z
    .preprocess(asFlag, z.union([z.boolean(), AddressRange, z.array(AddressRange)]))
    .default(false)
    .describe('The proxies whose X-Forwarded-For is trusted: none, all, or their addresses'),
  prefix: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be empty, or a path such as /verify without a slash at its end')
    .default('')
    .describe('The path prefix of all routes'),
  listeners: ListenersSchema.default({}),
  operations: OperationsSchema.optional(),
})
/** The section `server` after its schema. */
export type ServerSection = z.output<typeof ServerSchema>

/** The section `rateLimits`: calls per minute (decisions.md section 4). */
export const RateLimitsSchema = z.strictObject({
  perEndpoint: wholeNumber(1, 1_000_000).default(60).describe('Calls in 60 s of one key on one endpoint'),
  sandbox: wholeNumber(1, 1_000_000).default(60).describe('Calls in 60 s of one sandbox key in all'),
  production: wholeNumber(1, 1_000_000).default(300).describe('Calls in 60 s of one production key in all'),
  inFlight: wholeNumber(1, 100_000).default(20).describe('Calls of one key at the same time'),
  failedAuth: wholeNumber(1, 1_000_000).default(20).describe('Failed credentials in 60 s of one address and key'),
  unknownKeys: wholeNumber(1, 1_000_000)
    .default(60)
    .describe('Failed credentials and unknown paths in 60 s of one address'),
  account: wholeNumber(1, 10_000_000)
    .exactOptional()
    .describe('Calls in 60 s of all keys of an account in an environment; default: no limit'),
  address: wholeNumber(1, 10_000_000)
    .exactOptional()
    .describe('Calls in 60 s of one address, counted per process; default: no limit'),
})

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
