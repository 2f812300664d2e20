import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AuthPolicy, AuthRequest, Credentials, HostFact, Nonces, Provided, TlsPeer } from '@parakh/core'
import type { SchemeInForce } from '../auth/scheme-in-force.ts'
import { kernelErrors } from '../error-codes.ts'
import { refuse } from './call-fault.ts'
import type { Arrival } from './quoted-call.ts'

const NO_BYTES = new Uint8Array()
const bytesOf = (value: Uint8Array | string): Uint8Array => (typeof value === 'string' ? Buffer.from(value) : value)

/** What the schemes of a server take for all of its calls. */
interface Shared {
  readonly nonces: Nonces
  readonly clock: { now(): Date }
}

/** A call as the schemes of its endpoint see it. Of one shape whatever is configured; what costs something is made when it is asked for. */
export class CallAuthRequest implements AuthRequest {
  /** Who asks: set before each question. */
  asking: SchemeInForce | null = null
  credentials: Credentials
  readonly policy: AuthPolicy
  readonly at: Date
  private readonly incoming: Arrival['incoming']
  #facts: readonly Provided[] | null = null

  constructor(
    arrival: Arrival,
    private readonly shared: Shared,
  ) {
    const { incoming, at } = arrival
    this.incoming = incoming
    this.at = at
    this.credentials = incoming.credentials
    this.policy = incoming.hosted.auth
  }

  get method(): string {
    return this.incoming.hosted.endpoint.method
  }
  get target(): string {
    return this.incoming.target ?? ''
  }
  get ip(): string {
    return this.incoming.ip
  }
  get tls(): TlsPeer | null {
    this.#requireRead('tls')
    return this.incoming.tls ?? null
  }

  header(name: string): string | null {
    const value = this.incoming.headers?.[name.toLowerCase()]
    return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
  }

  body(): Uint8Array {
    this.#requireRead('body')
    const { rawBody, malformed } = this.incoming
    // What could not be read is reported as such, not as a wrong signature.
    if (rawBody === undefined && malformed)
      throw refuse(malformed.code, malformed.message === undefined ? {} : { message: malformed.message })
    return rawBody ?? NO_BYTES
  }

  fact<T>(of: HostFact<T>): T | null {
    this.#facts ??= this.incoming.facts?.() ?? []
    const provided = this.#facts.find(({ fact }) => fact === of.id)
    // Only `provide` makes one, with a value of the fact's type.
    return (provided?.value ?? null) as T | null
  }

  equal(a: Uint8Array | string, b: Uint8Array | string): boolean {
    const [one, other] = [bytesOf(a), bytesOf(b)]
    return one.length === other.length && timingSafeEqual(one, other)
  }

  hmac(
    algorithm: 'sha256' | 'sha512',
    secret: Uint8Array | string,
    ...parts: readonly (Uint8Array | string)[]
  ): string {
    const hmac = createHmac(algorithm, secret)
    for (const part of parts) hmac.update(part)
    return hmac.digest('hex')
  }

  async once(nonce: string, seconds: number): Promise<boolean> {
    const at = this.shared.clock.now().getTime()
    return await this.shared.nonces.claim({ scheme: this.asking?.name ?? '', nonce, at, seconds })
  }

  #requireRead(what: 'body' | 'tls'): void {
    const { asking } = this
    if (!asking || asking.scheme.reads.includes(what)) return
    const { name: scheme } = asking
    const facts = { scheme, allowed: `reads: ['${what}'] in the scheme, to be given what it asked for` }
    throw kernelErrors.error('AUTH_READ_UNDECLARED', { scheme, what }, { facts })
  }
}
