import 'reflect-metadata'
import {
  type AnyPoint,
  type Contribution,
  type Decorator,
  isParakhError,
  type Needs,
  type Resolved,
  type Service,
  type Token,
} from '@parakh/core'
import { type DependencyContainer, container as root } from 'tsyringe'
import { kernelErrors } from './error-codes.ts'

/** Completes a fault with the plugin that makes a service, where its token names one. */
export const whoBrings = ({ broughtBy }: Token<unknown>): string =>
  broughtBy === null ? '' : `. Allowed: the plugin "${broughtBy}", under plugins`

interface Disposable {
  [Symbol.asyncDispose]?: () => PromiseLike<void>
  [Symbol.dispose]?: () => void
}

/** A contribution in force, under its full id or, of a driver, the name that the configuration gave it. */
export interface PointInstance {
  readonly name: string
  readonly contribution: Contribution
  /** Of a driver, checked; else null. */
  readonly options: object | null
}
/** What a container is made from: planned, so that each need is met and none in a circle. */
export interface ContainerParts {
  readonly services: ReadonlyMap<string, Service>
  readonly decorators?: ReadonlyMap<string, readonly Decorator[]>
  readonly points?: ReadonlyMap<string, { readonly point: AnyPoint; readonly instances: readonly PointInstance[] }>
  /** Values that are there already, such as the settings of plugins. */
  readonly values?: readonly (readonly [Token<unknown>, unknown])[]
}

/**
 * The services and points of one server: built eagerly in dependency order, awaited, disposed in reverse. The only importer of tsyringe;
 * a child container per server, so that two servers share nothing.
 */
export class Container {
  readonly #container: DependencyContainer = root.createChildContainer()
  readonly #disposers: (() => unknown)[] = []

  private constructor(private readonly parts: ContainerParts) {}

  /**
   * Builds everything.
   *
   * @throws `SERVICE_FAILED`; what was built by then is disposed.
   */
  static async start(parts: ContainerParts): Promise<Container> {
    const container = new Container(parts)
    try {
      for (const [token, value] of parts.values ?? []) container.#register(token, value)
      for (const { token } of parts.services.values()) await container.#build(token)
      for (const { point } of parts.points?.values() ?? []) await container.#build(point)
    } catch (error) {
      await container.dispose().catch(() => undefined)
      throw error
    }
    return container
  }

  async #build(token: Token<unknown>): Promise<void> {
    if (this.has(token)) return
    const service = this.parts.services.get(token.id)
    const planned = this.parts.points?.get(token.id)
    if (service) await this.#buildService(service)
    else if (planned) await this.#buildPoint(planned.point, planned.instances)
    else if (!token.isOptional) throw new TypeError(`nothing makes ${token.id}, and no plan said so`)
  }

  async #buildService(service: Service): Promise<void> {
    const { token } = service
    let value = await this.#make(token.id, service.needs, (needs) => service.make(needs))
    this.#disposeLater(value)
    for (const { id, needs, wrap } of this.parts.decorators?.get(token.id) ?? []) {
      const inner = value
      value = await this.#make(`${token.id}, wrapped by ${id}`, needs, (given) => wrap(inner as never, given))
      if (value !== inner) this.#disposeLater(value)
    }
    this.#register(token, value)
  }

  async #buildPoint(point: AnyPoint, instances: readonly PointInstance[]): Promise<void> {
    const made = new Map<string, unknown>()
    for (const { name, contribution, options } of instances) {
      const { needs, make } = contribution
      const given = options === null ? {} : { name, options }
      const value = await this.#make(`${point.id} ${name}`, needs, (resolved) =>
        make({ ...(resolved as object), ...given } as never),
      )
      this.#disposeLater(value)
      made.set(name, value)
    }
    this.#register(point, made)
  }

  async #make(id: string, needs: Needs, make: (needs: never) => unknown): Promise<unknown> {
    for (const token of Object.values(needs)) await this.#build(token)
    try {
      return await make(this.pick(needs) as never)
    } catch (error) {
      if (isParakhError(error)) throw error
      const detail = error instanceof Error ? error.message : String(error)
      throw kernelErrors.error('SERVICE_FAILED', { id, detail }, { cause: error })
    }
  }

  #register(token: Token<unknown>, value: unknown): void {
    this.#container.register(token.key, { useValue: value })
  }
  #disposeLater(value: unknown): void {
    const disposable = value as Disposable | null | undefined
    const dispose = disposable?.[Symbol.asyncDispose] ?? disposable?.[Symbol.dispose]
    if (dispose) this.#disposers.push(() => dispose.call(disposable))
  }

  /** Whether a service was built. */
  has(token: Token<unknown>): boolean {
    return this.#container.isRegistered(token.key)
  }
  /** A service; null where it is optional and nobody makes it. @throws `SERVICE_MISSING`: an embedder asked, the kernel has checked what it asks. */
  get<T>(token: Token<T>): T {
    if (!this.has(token)) {
      if (token.isOptional) return null as T
      throw kernelErrors.error('SERVICE_MISSING', {
        id: token.id,
        needer: 'the application',
        allowed: whoBrings(token),
      })
    }
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
