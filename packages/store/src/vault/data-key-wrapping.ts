import type { KeyBinding, KeyProvider, Logger, WrappedDataKey } from '@parakh/core'
import { errorCode } from '../connection/error-facts.ts'
import { storeErrors } from '../error-codes.ts'
import { associatedData } from './sealed-row.ts'

const DEADLINE_MS = 5_000
const DATA_KEY_BYTES = 32
const REASON = /^\w{1,64}$/
const KEY_ID = /^[\x20-\x7e]{1,200}$/

/** What wraps data keys. */
export interface WrappingOptions {
  /** The first wraps, all unwrap. At least one. */
  readonly providers: readonly KeyProvider[]
  readonly logger: Logger
  /** How long a provider may take, in milliseconds; 5,000 unless given. */
  readonly deadlineMs?: number
}

/** Wraps data keys of accounts under the first key provider, unwraps under all. */
export class DataKeyWrapping {
  readonly #options: WrappingOptions
  readonly #first: KeyProvider

  /** @throws `MASTER_KEY_INVALID` without a provider. */
  constructor(options: WrappingOptions) {
    const [first] = options.providers
    if (!first) throw storeErrors.error('MASTER_KEY_INVALID', { id: '' })
    this.#options = options
    this.#first = first
  }

  /** @throws `MASTER_KEY_UNAVAILABLE` */
  async wrap(accountId: string, dataKey: Uint8Array): Promise<WrappedDataKey> {
    const wrapped = await this.#ask(accountId, (binding) => this.#first.wrap(Uint8Array.from(dataKey), binding))
    // A data key under an id that cannot be kept could never be unwrapped.
    if (!KEY_ID.test(wrapped.keyId)) throw storeErrors.error('MASTER_KEY_UNAVAILABLE', { reason: 'KEY_ID_INVALID' })
    return wrapped
  }

  /** @throws `MASTER_KEY_UNKNOWN` where no provider has the key; `MASTER_KEY_UNAVAILABLE` where one of them cannot tell. */
  async unwrap(accountId: string, wrapped: WrappedDataKey): Promise<Uint8Array> {
    let away: unknown = null
    for (const provider of this.#options.providers) {
      try {
        const dataKey = await this.#ask(accountId, (binding) => provider.unwrap(wrapped, binding))
        if (dataKey?.length === DATA_KEY_BYTES) return dataKey
      } catch (error) {
        // Another provider may have it.
        away = error
      }
    }
    throw away ?? storeErrors.error('MASTER_KEY_UNKNOWN', { id: wrapped.keyId })
  }

  /** An account has one data key. */
  async #ask<T>(accountId: string, work: (binding: KeyBinding) => Promise<T>): Promise<T> {
    const context = associatedData({ table: 'data_key', accountId, row: accountId })
    const ending = new AbortController()
    let timer: NodeJS.Timeout | undefined
    // A provider that ignores the signal is left behind all the same.
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        ending.abort()
        reject(new DOMException('the deadline is over', 'TimeoutError'))
      }, this.#options.deadlineMs ?? DEADLINE_MS)
    })
    try {
      return await Promise.race([work({ context, signal: ending.signal }), late])
    } catch (error) {
      // Its message may hold what was sent.
      const code = error instanceof DOMException ? error.name : errorCode(error)
      const reason = REASON.test(code) ? code : 'unknown'
      this.#options.logger.error('store.key_provider_away', { reason })
      throw storeErrors.error('MASTER_KEY_UNAVAILABLE', { reason })
    } finally {
      clearTimeout(timer)
    }
  }
}
