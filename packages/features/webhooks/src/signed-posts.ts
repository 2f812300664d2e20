import { type Clock, isParakhError, type SignedPosts } from '@parakh/core'
import type { Poster } from './delivery/poster.ts'
import { signatureHeaders } from './signing/signature-headers.ts'

/** All of them share the connections of one queue. */
const QUEUE = 'signed-posts'
const SECOND_MS = 1_000

/** Posts that are signed and checked as those to the endpoints of accounts. */
export const signedPosts = (poster: Poster, clock: Pick<Clock, 'now'>): SignedPosts & AsyncDisposable => ({
  async post({ url, secret, id, body: text }) {
    const body = new TextEncoder().encode(text)
    const timestamp = Math.floor(clock.now().getTime() / SECOND_MS)
    try {
      const signatures = signatureHeaders({ id, timestamp, body, secret, nextSecret: null })
      const headers = { 'content-type': 'application/json', ...signatures }
      return (await poster.post({ queue: QUEUE, url, headers, body })).error
    } catch (error) {
      return isParakhError(error) ? error.code : 'UNEXPECTED'
    }
  },
  [Symbol.asyncDispose]: () => poster.close(),
})
