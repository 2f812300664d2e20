import { type Attempt, UpstreamError } from '@parakh/core'
import { PanProvider } from '@parakh/pan/contract'
import * as z from 'zod'

const Options = z.strictObject({
  /** Where Acme's API lies, without a slash at the end. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  token: z.string().min(1),
})
type Options = z.output<typeof Options>

/** A holder as Acme's API describes one. */
const AcmeHolder = z.object({
  number: z.string(),
  fullName: z.string(),
  fatherName: z.string().nullable(),
  born: z.string(),
  sex: z.enum(['M', 'F', 'T']).nullable(),
  aadhaarLinked: z.boolean(),
})

async function post(options: Options, pan: string, { signal, call }: Attempt): Promise<Response> {
  try {
    // The number goes into the body: URLs end up in the logs of proxies.
    return await fetch(`${options.baseUrl}/v2/holders`, {
      method: 'POST',
      signal,
      headers: {
        authorization: `Bearer ${options.token}`,
        'content-type': 'application/json',
        'idempotency-key': call.reference,
      },
      body: JSON.stringify({ number: pan }),
    })
  } catch (cause) {
    throw new UpstreamError('unavailable', 'Acme cannot be reached', { cause })
  }
}

/** Reads a holder; null where Acme says that there is none. */
async function holder(options: Options, pan: string, attempt: Attempt): Promise<z.output<typeof AcmeHolder> | null> {
  const response = await post(options, pan, attempt)
  if (response.status === 404) return null
  if (response.status === 429) throw new UpstreamError('throttled', 'Acme throttles us')
  if (!response.ok) throw new UpstreamError('unavailable', `Acme answered HTTP ${response.status}`)
  try {
    return AcmeHolder.parse(await response.json())
  } catch (cause) {
    if (attempt.signal.aborted) throw new UpstreamError('unavailable', 'Acme was too slow', { cause })
    throw new UpstreamError('unprocessable', 'Acme answered something that is no holder', { cause })
  }
}

/**
 * A provider in code for two operations of the PAN plugin, as a third party would write it. The endpoints that need others stay
 * locked in production, unless a second provider serves those.
 */
export default PanProvider.implement({
  id: 'acme',
  options: Options,
  make: ({ options }) => ({
    async verify({ pan }, attempt) {
      const found = await holder(options, pan, attempt)
      return found && { pan: found.number, name: found.fullName, aadhaar_seeded: found.aadhaarLinked }
    },
    async details({ pan }, attempt) {
      const found = await holder(options, pan, attempt)
      if (!found) return null
      const { number, fullName, fatherName, born, sex } = found
      return { pan: number, name: fullName, father: fatherName ?? '', dob: born, gender: sex }
    },
  }),
})
