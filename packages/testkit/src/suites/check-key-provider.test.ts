import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { KeyProvider } from '@parakh/core'
import { expect, it } from 'vitest'
import { checkKeyProvider, type KeyProviderTrial } from './check-key-provider.ts'
import { testKeyProvider } from './test-key-provider.ts'

type Keys = Readonly<Record<string, Buffer>>
const [first, second] = [randomBytes(32), randomBytes(32)]

/** What keys stand for: a service that may be away. */
interface Service {
  isAway: boolean
}

/** AES-256-GCM as in any provider. @param bound Whether the context is bound to the data key. */
function providerOf(keys: Keys, service: Service, { bound = true } = {}): KeyProvider {
  const [current = ''] = Object.keys(keys)
  const ask = (signal: AbortSignal): void => {
    signal.throwIfAborted()
    if (service.isAway) throw new Error('the service is away')
  }
  return {
    async wrap(dataKey, { context, signal }) {
      ask(signal)
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keys[current] ?? '', nonce)
      if (bound) cipher.setAAD(createHash('sha256').update(context).digest())
      const bytes = Buffer.concat([nonce, cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
      return { keyId: current, bytes }
    },
    async unwrap({ keyId, bytes }, { context, signal }) {
      ask(signal)
      const key = keys[keyId]
      if (!key || bytes.length < 28) return null
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      if (bound) decipher.setAAD(createHash('sha256').update(context).digest())
      decipher.setAuthTag(bytes.subarray(-16))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

function trial(change: (provider: KeyProvider) => Partial<KeyProvider> = () => ({}), bound = true): KeyProviderTrial {
  const service = { isAway: false }
  const made = (keys: Keys): KeyProvider => {
    const provider = providerOf(keys, service, { bound })
    return { ...provider, ...change(provider) }
  }
  return {
    provider: made({ a: first }),
    again: async () => made({ a: first }),
    rotated: async () => made({ b: second, a: first }),
    mistaken: async () => made({ a: second }),
    async interrupt() {
      service.isAway = true
      return async () => {
        service.isAway = false
      }
    },
  }
}

testKeyProvider('that keeps to it', async () => trial())

it('finds a context that is not bound', async () => {
  expect(await checkKeyProvider(trial(() => ({}), false))).toEqual(['a data key is unwrapped for another context'])
})

it.each([
  [
    'tells null where nobody can be asked',
    'unwrap tells although nobody can be asked',
    (provider: KeyProvider): Partial<KeyProvider> => ({
      unwrap: (wrapped, binding) => provider.unwrap(wrapped, binding).catch(() => null),
    }),
  ],
  [
    'throws for a key that it does not have',
    'unwrap throws where it can tell',
    (provider: KeyProvider): Partial<KeyProvider> => ({
      async unwrap(wrapped, binding) {
        const dataKey = await provider.unwrap(wrapped, binding)
        if (!dataKey) throw new Error('unknown')
        return dataKey
      },
    }),
  ],
  [
    'does not encrypt',
    'the data key stands in what it is wrapped in',
    (): Partial<KeyProvider> => ({ wrap: async (dataKey) => ({ keyId: 'a', bytes: Uint8Array.from(dataKey) }) }),
  ],
  [
    'has one id for all keys',
    'a newer key has the id of the older one',
    (provider: KeyProvider): Partial<KeyProvider> => ({
      wrap: async (dataKey, binding) => ({ ...(await provider.wrap(dataKey, binding)), keyId: 'a' }),
    }),
  ],
])('finds one that %s', async (_, fault, change) => {
  expect(await checkKeyProvider(trial(change))).toContain(fault)
})
