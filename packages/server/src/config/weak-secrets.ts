import type { ConfigurationFault } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import type { CheckedConfig } from './checked-config.ts'
import { joinPath } from './schema-faults.ts'
import { readSigningKey } from './secrets.ts'

/** The minimum length of a shared signing secret, in characters. */
const LEAST_SHARED = 16
/** Options of gateways that are secrets: `webhookSecret`, `secretKey`. */
const GATEWAY_SECRET = /secret/i

interface PlacedSecret {
  readonly path: string
  readonly value: string
}

const isOneByte = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === bytes[0])

/** The seed of a signing key, from any supported form. */
const seedOf = (text: string): Uint8Array =>
  Buffer.from(readSigningKey(text)?.export({ format: 'jwk' }).d ?? '', 'base64url')

/** Whether a secret is one repeated byte: as text, decoded from base64, or as the seed of a signing key. */
const isRepeated = (value: string): boolean =>
  [Buffer.from(value), Buffer.from(value, 'base64'), seedOf(value)].some(
    (bytes) => bytes.length > 0 && isOneByte(bytes),
  )

function ownSecrets({ secrets }: Pick<CheckedConfig, 'secrets'>): readonly PlacedSecret[] {
  return Object.entries(secrets).flatMap(([name, list]) =>
    list.map(({ value }, index) => ({
      path: list.length === 1 ? `secrets.${name}` : joinPath('secrets', name, index, 'value'),
      value,
    })),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The value at a path of plain objects; undefined: none. */
const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value)

/** The options of a gateway that are secrets, by their names. In TypeScript they stand under `options`. */
function gatewaySecrets(name: string, choice: Readonly<Record<string, unknown>>): readonly PlacedSecret[] {
  const options = isRecord(choice['options']) ? choice['options'] : choice
  return Object.entries(options)
    .filter(([option]) => GATEWAY_SECRET.test(option))
    .flatMap(([option, value]) => {
      const list: readonly unknown[] = [value].flat()
      return list.flatMap((one, index) => {
        const path = joinPath('funding.gateways', name, option, ...(list.length > 1 ? [index] : []))
        return typeof one === 'string' ? [{ path, value: one }] : []
      })
    })
}

/** The secrets of gateways, and the callback secrets of sources. */
function sharedSecrets({ funding, plugins, paths }: CheckedConfig): readonly PlacedSecret[] {
  const gateways = Object.entries(funding.gateways).flatMap(([name, choice]) => gatewaySecrets(name, choice))
  const callbacks = plugins.flatMap(({ id, options }) => {
    const live = options['live']
    return [live].flat().flatMap((source, index): PlacedSecret | [] => {
      const value = at(source, 'callback', 'signature', 'secret')
      if (typeof value !== 'string') return []
      const place = Array.isArray(live) ? ['live', index] : ['live']
      return { path: joinPath(paths[id] ?? id, ...place, 'callback.signature.secret'), value }
    })
  })
  return [...gateways, ...callbacks]
}

/**
 * Faults: guessable secrets, which are one repeated byte, or a shared signing secret that is too short. Accepted in development
 * (decisions.md section 13).
 *
 * @param given The sections that were read; placeholders are not checked.
 */
export function weakSecretFaults(
  config: CheckedConfig,
  given: { readonly secrets: boolean },
): readonly ConfigurationFault[] {
  if (config.development) return []
  const weak = ({ path }: PlacedSecret, detail: string, allowed: string): ConfigurationFault =>
    serverErrors.fault('WEAK_SECRET', path, { detail, allowed })
  const shared = sharedSecrets(config)
  const short = shared.filter(({ value }) => value.length < LEAST_SHARED)
  const repeated = [...(given.secrets ? ownSecrets(config) : []), ...shared].filter(({ value }) => isRepeated(value))
  return [
    ...repeated.map((secret) =>
      weak(secret, 'it is one repeated byte', 'random bytes, such as openssl rand -base64 32 gives'),
    ),
    ...short
      .filter((secret) => !repeated.includes(secret))
      .map((secret) =>
        weak(
          secret,
          `it has ${secret.value.length} characters`,
          `at least ${LEAST_SHARED}, agreed with the other side`,
        ),
      ),
  ]
}
