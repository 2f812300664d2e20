import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastify from 'fastify'

const compress = promisify(gzip)

/** The script of the reference page, compressed. */
export type ReferenceScript = () => Promise<Buffer>

/** Reads Scalar's script from its package on the first request: it has four megabytes, and most processes never serve it. */
export function referenceScript(): ReferenceScript {
  let read: Promise<Buffer> | null = null
  const load = async (): Promise<Buffer> => {
    const { default: scalar } = await import('@scalar/fastify-api-reference')
    // The package exposes its script only through a route.
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
