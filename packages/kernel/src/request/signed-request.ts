import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SignedRequest } from '@parakh/core'

/**
 * A callback with what its signature is verified by.
 *
 * @param request As received, with header names in lower case.
 * @param at When it arrived.
 */
export const signedRequest = (request: Pick<SignedRequest, 'headers' | 'body'>, at: Date): SignedRequest => ({
  ...request,
  at,
  hmac: (algorithm, key, content) => createHmac(algorithm, key).update(content).digest('hex'),
  equal: (a, b) => {
    const [left, right] = [Buffer.from(a), Buffer.from(b)]
    return left.length === right.length && timingSafeEqual(left, right)
  },
})
