import { type ConfigurationFault, didYouMean } from '@parakh/core'
import type * as z from 'zod'
import { serverErrors } from '../error-codes.ts'
import { databaseSchemaFor } from './database-section.ts'
import { usesEnvironmentKeys } from './key-providers-section.ts'
import { PluginListSchema, PluginMapSchema, SECTIONS, type SectionName } from './schema.ts'
import { schemaFaults } from './schema-faults.ts'
import { PLACEHOLDER_SECRETS, type SecretsSchema } from './secrets.ts'

type Sections = { readonly [K in SectionName]: z.output<(typeof SECTIONS)[K]> }
/** The valid sections, and the faults of the others. */
export interface CheckedSections {
  readonly sections: Partial<Sections>
  readonly faults: readonly ConfigurationFault[]
}
/** Which sections may be missing. */
export interface SectionOptions {
  /** True: a service provides the store. */
  readonly withoutDatabase: boolean
}

type Given = Readonly<Record<string, unknown>>

/** A list of names, as YAML may have it, is a mistake for the keys of an object. */
const isListOfValues = (given: unknown): boolean =>
  Array.isArray(given) && !given.some((one) => typeof one === 'string')

/** A section's schema, narrowed to the intended alternative. */
function schemaFor(name: SectionName, given: unknown): z.ZodType {
  if (name === 'database') return databaseSchemaFor(given)
  if (name === 'plugins') return isListOfValues(given) ? PluginListSchema : PluginMapSchema
  return SECTIONS[name]
}

function unknownSections(given: Given): readonly ConfigurationFault[] {
  const allowed = Object.keys(SECTIONS)
  return Object.keys(given)
    .filter((key) => !Object.hasOwn(SECTIONS, key))
    .map((key) =>
      serverErrors.fault('UNKNOWN_KEY', key, { key, hint: didYouMean(key, allowed), allowed: allowed.join(', ') }),
    )
}

/** The format of each secret, for the fault of a missing one. */
const SECRET_FORMS: Readonly<Record<Exclude<keyof typeof SecretsSchema.shape, 'subjectKeys'>, string>> = {
  pepper: 'at least 16 characters, from the environment, such as ${PARAKH_PEPPER}',
  masterKey: '32 bytes in base64, from the environment, such as ${PARAKH_MASTER_KEY}',
  jwtKeys: 'an Ed25519 private key, or a seed of 32 bytes in base64, such as ${PARAKH_JWT_KEY}',
}

/** @param keyProviders As it is written: with others than `environment` there need be no master key here. */
function missingSecrets(given: unknown, keyProviders: unknown): readonly ConfigurationFault[] {
  const secrets = typeof given === 'object' && given !== null ? given : {}
  return Object.entries(SECRET_FORMS)
    .filter(([name]) => (secrets as Given)[name] === undefined)
    .filter(([name]) => name !== 'masterKey' || usesEnvironmentKeys(keyProviders))
    .map(([name, allowed]) => serverErrors.fault('MISSING_SECRET', `secrets.${name}`, { allowed }))
}

/** The schema lets the master key be missing: a placeholder stands in its place. */
const filledIn = (section: unknown, lacking: readonly ConfigurationFault[]): unknown =>
  lacking.length > 0 && typeof section === 'object' ? { ...section, masterKey: PLACEHOLDER_SECRETS.masterKey } : section

/**
 * The valid part of a section with faults, so that later checks report in the same run: prices of unknown endpoints, and weak secrets.
 * Undefined for other sections.
 */
function soundPart(name: SectionName, value: unknown, issues: readonly z.core.$ZodIssue[]): unknown {
  if (name !== 'pricing' && name !== 'secrets') return undefined
  const copy: Record<string, unknown> = name === 'secrets' ? { ...PLACEHOLDER_SECRETS } : {}
  if (typeof value === 'object' && value !== null) Object.assign(copy, structuredClone(value))
  for (const { path } of issues) {
    const [first = '', second] = path.map(String)
    const inner = copy[first]
    if (name === 'pricing' && second !== undefined && typeof inner === 'object' && inner !== null)
      Reflect.deleteProperty(inner, second)
    else if (name === 'secrets') copy[first] = PLACEHOLDER_SECRETS[first as keyof typeof PLACEHOLDER_SECRETS]
    else delete copy[first]
  }
  return copy
}

/**
 * Checks every section by its own schema, so that all faults are reported.
 *
 * @param given The configuration with its variables filled in.
 */
export function checkSections(given: Given, options: SectionOptions): CheckedSections {
  const faults: ConfigurationFault[] = [...unknownSections(given)]
  const sections: Record<string, unknown> = {}
  for (const name of Object.keys(SECTIONS) as SectionName[]) {
    const value = given[name]
    if (name === 'database' && value === undefined && options.withoutDatabase) continue
    const lacking = name === 'secrets' ? missingSecrets(value, given['keyProviders']) : []
    const schema = schemaFor(name, value)
    const parsed = schema.safeParse(value)
    if (parsed.success) {
      sections[name] = filledIn(parsed.data, lacking)
      faults.push(...lacking)
      continue
    }
    const told = new Set(lacking.map(({ path }) => path))
    const own = schemaFaults(schema, parsed.error.issues, name).filter(({ path }) => !told.has(path))
    faults.push(...lacking, ...(value === undefined && lacking.length > 0 ? [] : own))
    const rest = schema.safeParse(soundPart(name, value, parsed.error.issues))
    if (rest.success) sections[name] = rest.data
  }
  return { sections: sections as Partial<Sections>, faults }
}
