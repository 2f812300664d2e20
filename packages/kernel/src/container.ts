import 'reflect-metadata'
import { isParakhError, type Needs, type Resolved, type Service, type Token } from '@parakh/core'
import { type DependencyContainer, container as root } from 'tsyringe'
import { kernelErrors } from './error-codes.ts'

interface Disposable {
  [Symbol.asyncDispose]?: () => PromiseLike<void>
  [Symbol.dispose]?: () => void
}

/**
 * The services of one server: built eagerly in dependency order, awaited, disposed in reverse. The only importer of tsyringe;
 * a child container per server, so that two servers share nothing.
 */
export class Container {
  readonly #container: DependencyContainer = root.createChildContainer()
  readonly #disposers: (() => unknown)[] = []

  /**
   * Builds every service.
   *
   * @throws `SERVICE_DUPLICATE`, `SERVICE_MISSING`, `SERVICE_CYCLE`, `SERVICE_FAILED`; what was built by then is disposed.
   */
  static async start(services: readonly Service[], overrides: readonly Service[] = []): Promise<Container> {
    const container = new Container()
    const byId = merge(services, overrides)
    const path: string[] = []
    const build = async (id: string): Promise<void> => {
      const service = byId.get(id)
      if (!service) throw kernelErrors.error('SERVICE_MISSING', { id, needer: path.at(-1) ?? 'the server' })
      if (container.has(service.token)) return
      if (path.includes(id)) throw kernelErrors.error('SERVICE_CYCLE', { path: [...path, id].join(' -> ') })
      path.push(id)
      for (const token of Object.values(service.needs)) await build(token.id)
      path.pop()
      container.#keep(service.token, await make(service, container.pick(service.needs)))
    }
    try {
      for (const id of byId.keys()) await build(id)
    } catch (error) {
      await container.dispose().catch(() => undefined)
      throw error
    }
    return container
  }

  #keep(token: Token<unknown>, value: unknown): void {
    this.#container.register(token.key, { useValue: value })
    const disposable = value as Disposable | null | undefined
    const dispose = disposable?.[Symbol.asyncDispose] ?? disposable?.[Symbol.dispose]
    if (dispose) this.#disposers.push(() => dispose.call(disposable))
  }

  /** Whether a service was built. */
  has(token: Token<unknown>): boolean {
    return this.#container.isRegistered(token.key)
  }
  /** A service. @throws when there is none: only the kernel asks, for what it has checked. */
  get<T>(token: Token<T>): T {
    return this.#container.resolve<T>(token.key)
  }
  /** Exactly the services that a part declared, under its names. */
  pick<N extends Needs>(needs: N): Resolved<N> {
    const entries = Object.entries(needs).map(([name, token]) => [name, this.get(token)])
    return Object.fromEntries(entries) as Resolved<N>
  }
  /** Disposes in reverse; goes on past one that throws, then throws all. */
  async dispose(): Promise<void> {
    const failures: unknown[] = []
    for (const dispose of this.#disposers.splice(0).reverse()) {
      try {
        await dispose()
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'some services could not be disposed')
  }
}

function merge(services: readonly Service[], overrides: readonly Service[]): Map<string, Service> {
  const byId = new Map<string, Service>()
  for (const service of services) {
    if (byId.has(service.token.id)) throw kernelErrors.error('SERVICE_DUPLICATE', { id: service.token.id })
    byId.set(service.token.id, service)
  }
  for (const service of overrides) byId.set(service.token.id, service)
  return byId
}

async function make(service: Service, needs: unknown): Promise<unknown> {
  try {
    return await service.make(needs as never)
  } catch (error) {
    if (isParakhError(error)) throw error
    const detail = error instanceof Error ? error.message : String(error)
    throw kernelErrors.error('SERVICE_FAILED', { id: service.token.id, detail }, { cause: error })
  }
}
