import type { FastifyRequest } from 'fastify'

/** The bytes of bodies, for as long as their request: only of routes with a scheme that reads them. */
export class RawBodies {
  readonly #kept = new WeakMap<FastifyRequest, Uint8Array>()

  /** @param urls Of the routes that keep them, as Fastify names them. */
  constructor(private readonly urls: ReadonlySet<string>) {}

  keep(request: FastifyRequest, bytes: Uint8Array): void {
    if (this.urls.size > 0 && this.urls.has(request.routeOptions.url ?? '')) this.#kept.set(request, bytes)
  }
  of(request: FastifyRequest): Uint8Array | undefined {
    return this.#kept.get(request)
  }
}
