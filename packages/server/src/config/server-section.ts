import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'
import { isAddressRange } from './address-range.ts'
import { ListenersSchema } from './listeners.ts'
import { OperationsSchema } from './operations-section.ts'
import { OverloadSchema } from './overload-section.ts'
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
  overload: OverloadSchema.prefault({}),
  drainDelaySeconds: wholeNumber(0, 300)
    .default(0)
    .describe(
      'Between SIGTERM and the drain, /readyz answers 503 while calls are still taken, so that a load balancer sends no more',
    ),
})
/** The section `server` after its schema. */
export type ServerSection = z.output<typeof ServerSchema>
