import * as z from 'zod'

/** How callers reach a server, path included, without a slash at its end. */
export const PublicUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://api.acme.example' })
  .transform((url) => url.replace(/\/+$/, ''))
