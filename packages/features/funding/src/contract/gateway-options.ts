import * as z from 'zod'

const SHORTEST = 16
const Secret = z.string().min(SHORTEST)

/** The option of a driver for the secret that callbacks are signed with, or a list while it is being changed. A list of 1 to 4 after parsing. */
export const GatewaySecrets = z.union(
  [Secret.transform((secret) => [secret]), z.array(Secret).min(1).max(4)],
  `must be a secret of at least ${SHORTEST} characters, or a list of 1 to 4 of them`,
)

/** HTTPS, or plain HTTP to this machine. */
const SafeUrl = z
  .url()
  .regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:|\/|$))/, 'must begin with https://')

/** The option of a driver for the URL of its API: HTTPS, or plain HTTP to this machine, because requests contain a secret key. */
export const GatewayApiUrl = SafeUrl
/** The address of a gateway's page in its reply, to which a browser is led: never another scheme. */
export const GatewayPageUrl = SafeUrl
