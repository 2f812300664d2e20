import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify from 'fastify'

const compress = promisify(gzip)

/** The script of the reference page, compressed. */
export type ReferenceScript = () => Promise<Buffer>

/**
 * Reads Scalar's script from its package when it is first asked for: most servers are started far more often than their
 * reference page is opened, and it is four megabytes.
 */
export function referenceScript(): ReferenceScript {
  let read: Promise<Buffer> | null = null
  const load = async (): Promise<Buffer> => {
    const { default: scalar } = await import('@scalar/fastify-api-reference')
    // The package gives its script by a route only.
    const inner = fastify({ logger: false })
    await inner.register(scalar, { routePrefix: '/docs', configuration: { url: 'unused' } })
    const reply = await inner.inject('/docs/js/scalar.js')
    await inner.close()
    return await compress(reply.rawPayload)
  }
  return () => {
    read ??= load()
    return read
  }
}
