import type { ConfigurationFault } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import type { CheckedConfig } from './checked-config.ts'
import { joinPath } from './schema-faults.ts'
import { readSigningKey } from './secrets.ts'

/** The minimum length of a shared signing secret, in characters. */
const LEAST_SHARED = 16
/** Options of drivers that are secrets: `webhookSecret`, `secretKey`. What stands below such a name is one too. */
const SECRET_NAME = /secret/i

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

/** The texts at and below a value that are secrets: those under a name of a secret. */
function secretsBelow(path: string, value: unknown, isSecret: boolean): readonly PlacedSecret[] {
  if (typeof value === 'string') return isSecret ? [{ path, value }] : []
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    secretsBelow(joinPath(path, name), inner, isSecret || SECRET_NAME.test(name)),
  )
}

/** The options of a chosen driver that are secrets. In TypeScript they stand under `options`. */
function driverSecrets(path: string, choice: unknown): readonly PlacedSecret[] {
  if (!isRecord(choice)) return []
  return secretsBelow(path, isRecord(choice['options']) ? choice['options'] : choice, false)
}

/** Of drivers by names of the deployer's. */
const namedSecrets = (section: string, choices: unknown): readonly PlacedSecret[] =>
  isRecord(choices)
    ? Object.entries(choices).flatMap(([name, choice]) => driverSecrets(joinPath(section, name), choice))
    : []

/** Of the drivers at every point: core's, then those of plugins. */
function chosenSecrets(config: CheckedConfig): readonly PlacedSecret[] {
  const { auth, consentVerifiers, events, envelope, keyProviders, wallet, plugins, paths } = config
  const ofPlugins = plugins.flatMap(({ id, definition, options }) =>
    definition.points.flatMap((point) => {
      if (point.select !== 'chosen') return []
      const section = joinPath(paths[id] ?? id, point.sectionKey)
      const given = options[point.sectionKey]
      return point.count === 'one' ? driverSecrets(section, given) : namedSecrets(section, given)
    }),
  )
  return [
    ...[
      ...namedSecrets('auth', auth),
      ...namedSecrets('consentVerifiers', consentVerifiers),
      ...namedSecrets('events', events),
      ...namedSecrets('keyProviders', keyProviders),
    ],
    ...ofPlugins,
    ...[...driverSecrets('envelope', envelope), ...driverSecrets('wallet', wallet)],
  ]
}

/** Options that are read elsewhere: drivers at their points, sources by their own rules. */
const READ_ELSEWHERE = ['live', 'licence', 'consent', 'mount']

/** The secrets among the settings of plugins. */
const settingSecrets = ({ plugins, paths }: CheckedConfig): readonly PlacedSecret[] =>
  plugins.flatMap(({ id, definition, options }) => {
    const chosen = definition.points.flatMap((point) => (point.select === 'chosen' ? [point.sectionKey] : []))
    const own = Object.entries(options).filter(([name]) => ![...READ_ELSEWHERE, ...chosen].includes(name))
    return secretsBelow(paths[id] ?? id, Object.fromEntries(own), false)
  })

/** The secrets of chosen drivers and of plugins' settings, and the callback secrets of sources. */
function sharedSecrets(config: CheckedConfig): readonly PlacedSecret[] {
  const { plugins, paths } = config
  const callbacks = plugins.flatMap(({ id, options }) => {
    const live = options['live']
    return [live].flat().flatMap((source, index): PlacedSecret | [] => {
      const value = at(source, 'callback', 'signature', 'secret')
      if (typeof value !== 'string') return []
      const place = Array.isArray(live) ? ['live', index] : ['live']
      return { path: joinPath(paths[id] ?? id, ...place, 'callback.signature.secret'), value }
    })
  })
  return [...chosenSecrets(config), ...settingSecrets(config), ...callbacks]
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
