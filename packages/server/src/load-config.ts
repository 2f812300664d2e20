import { basename, dirname, resolve } from 'node:path'
import { type ConfigurationFault, coreErrors, type Plugin, Store } from '@parakh/core'
import { account, accountWithoutTokens } from './account/index.ts'
import { issuesTokens } from './config/auth-section.ts'
import { placeLogo } from './config/brand-logo.ts'
import { type CheckedSections, checkSections } from './config/check-sections.ts'
import type { CheckedConfig } from './config/checked-config.ts'
import { databaseFaults, placeDatabase } from './config/database-folder.ts'
import { PLACEHOLDER_DATABASE } from './config/database-section.ts'
import { developmentSecrets } from './config/development-secrets.ts'
import { interpolate } from './config/environment-variables.ts'
import { erasureFaults } from './config/erasure-faults.ts'
import { listenerFaults, placePlugins } from './config/listeners.ts'
import { PLACEHOLDER_MAIL } from './config/mail-section.ts'
import { unknownTexts, withOwnTexts } from './config/own-texts.ts'
import { publicUrlFaults } from './config/public-url.ts'
import { readConfigurationFile } from './config/read-file.ts'
import { type ResolvedPlugins, resolvePlugins } from './config/resolve-plugins.ts'
import { type Config, SECTIONS } from './config/schema.ts'
import { PLACEHOLDER_SECRETS } from './config/secrets.ts'
import { subjectKeyWarnings } from './config/subject-key-warnings.ts'
import { unheardEvents } from './config/unheard-events.ts'
import { weakSecretFaults } from './config/weak-secrets.ts'
import { compositionFaults } from './services/composition.ts'
import { asLogger } from './services/pino-logger.ts'
import type { ServiceOptions } from './services/service-options.ts'

/** How a configuration is read. */
export interface LoadOptions extends ServiceOptions {
  /** The folder that relative paths start from, for a configuration that is not a file. Default: the working folder. */
  readonly folder?: string
  /** The values of `${VAR}`. Default: `process.env`. */
  readonly environment?: NodeJS.ProcessEnv
  /** Host and port that replace those of the section `server`: the options of a command. */
  readonly listen?: { readonly host?: string; readonly port?: number }
  /**
   * True: a development server, whose operations pages are open and whose missing secrets are generated. Never with
   * NODE_ENV=production. Default false.
   */
  readonly development?: boolean
  /** Missing secrets are generated and kept in the folder `.parakh`. Refused if NODE_ENV is production. */
  readonly allowDevelopmentSecrets?: boolean
  /** True: it is only checked. Missing secrets are warnings then, and so is what is no fault and hardly meant. */
  readonly withoutSecrets?: boolean
}

type Given = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPluginList = (plugins: unknown): plugins is readonly Plugin[] => Array.isArray(plugins)

const listed = (plugins: readonly Plugin[]): ResolvedPlugins => ({
  plugins,
  paths: Object.fromEntries(plugins.map(({ id }, index) => [id, `plugins.${index}`])),
  faults: [],
})

const isProduction = ({ environment = process.env }: LoadOptions): boolean => environment['NODE_ENV'] === 'production'

async function withSecrets(given: Given, folder: string, options: LoadOptions): Promise<Given> {
  const allowed = options.allowDevelopmentSecrets || options.development
  if (!allowed || isProduction(options)) return given
  const secrets = given['secrets'] ?? {}
  if (!isObject(secrets)) return given
  const lacking = ['pepper', 'masterKey', 'jwtKeys'].some((name) => secrets[name] === undefined)
  return lacking ? { ...given, secrets: { ...(await developmentSecrets(folder)), ...secrets } } : given
}

interface Checked {
  readonly config: CheckedConfig
  readonly faults: readonly ConfigurationFault[]
}

/** Optional sections. For one with faults its defaults are used, so that the rest can be checked. */
const filledIn = ({ endpoints, pricing, rateLimits, keys, admin, legacy, ...more }: CheckedSections['sections']) => ({
  endpoints: endpoints ?? {},
  pricing: pricing ?? SECTIONS.pricing.parse({}),
  rateLimits: rateLimits ?? SECTIONS.rateLimits.parse({}),
  keys: keys ?? SECTIONS.keys.parse({}),
  admin: admin ?? SECTIONS.admin.parse({}),
  legacy: legacy ?? SECTIONS.legacy.parse({}),
  retention: more.retention ?? SECTIONS.retention.parse({}),
  jobs: more.jobs ?? SECTIONS.jobs.parse({}),
  security: more.security ?? SECTIONS.security.parse({}),
})

/** Sections whose absence means something. */
const leftOut = ({ auth, consentVerifiers, envelope, events, keyProviders, wallet }: CheckedSections['sections']) => ({
  auth: auth ?? null,
  consentVerifiers: consentVerifiers ?? null,
  envelope: envelope ?? null,
  events: events ?? null,
  keyProviders: keyProviders ?? null,
  wallet: wallet ?? null,
})

/** The input of the checks, with its variables filled in. */
async function check(given: Given, folder: string, options: LoadOptions): Promise<Checked> {
  const services = Array.isArray(given['services']) ? given['services'] : []
  const withoutDatabase = services.some(
    (one) => isObject(one) && isObject(one['token']) && one['token']['id'] === Store.id,
  )
  const { sections, faults } = checkSections(given, { withoutDatabase })
  const plugins = isPluginList(sections.plugins)
    ? listed(sections.plugins)
    : await resolvePlugins(sections.plugins ?? {}, folder)
  const { brand, faults: logoFaults } = await placeLogo(sections.brand ?? SECTIONS.brand.parse(undefined), folder)
  const placed = sections.database ? placeDatabase(sections.database, folder) : null
  const server = { ...(sections.server ?? SECTIONS.server.parse({})), ...options.listen }
  const builtIn = issuesTokens(sections.auth) ? account : accountWithoutTokens
  const config: CheckedConfig = {
    kind: 'checked-config',
    folder,
    development: options.development === true && !isProduction(options),
    brand,
    server,
    database: placed ?? (withoutDatabase ? null : PLACEHOLDER_DATABASE),
    plugins: placePlugins(withOwnTexts([builtIn(), ...plugins.plugins], sections.endpoints), server.listeners),
    ...filledIn(sections),
    ...leftOut(sections),
    mail: sections.mail ?? (given['mail'] === undefined ? null : PLACEHOLDER_MAIL),
    secrets: sections.secrets ?? PLACEHOLDER_SECRETS,
    services: sections.services ?? [],
    paths: plugins.paths,
    warnings: [],
  }
  const composition = await compositionFaults(config, asLogger(options.logger))
  const told = new Set([...faults, ...composition].map(({ path }) => path))
  const all = [
    ...faults,
    ...logoFaults,
    ...plugins.faults,
    ...publicUrlFaults(server),
    ...withoutConsequences(listenerFaults(server, config.plugins), plugins.faults.length > 0),
    ...(placed ? await databaseFaults(placed) : []),
    ...weakSecretFaults(config, { secrets: sections.secrets !== undefined }).filter(({ path }) => !told.has(path)),
    ...withoutConsequences(
      [...composition, ...erasureFaults(config), ...unknownTexts(config.plugins, sections.endpoints)],
      plugins.faults.length > 0,
    ),
  ]
  return { config, faults: all }
}

const CONSEQUENCES = [
  'COST_UNKNOWN',
  'ERASURE_UNKNOWN_NAME',
  'PRICE_UNKNOWN_ENDPOINT',
  'SWITCH_UNKNOWN_ENDPOINT',
  'LISTENER_WITHOUT_PLUGIN',
]
/** If a plugin could not be loaded, prices of its endpoints and its listener are not further faults. */
const withoutConsequences = (
  faults: readonly ConfigurationFault[],
  pluginsMissing: boolean,
): readonly ConfigurationFault[] =>
  pluginsMissing ? faults.filter(({ code }) => !CONSEQUENCES.includes(code)) : faults

function refuse(faults: readonly ConfigurationFault[]): never {
  throw coreErrors.error('INVALID_CONFIGURATION', { count: faults.length }, { faults })
}

/**
 * Checks a configuration that is given as a value.
 *
 * @throws `INVALID_CONFIGURATION` with all faults.
 * @example
 * const checked = await checkConfig({ database: { client: 'sqlite3', filename: './acme.db' }, plugins: [ifsc()], secrets })
 */
export async function checkConfig(config: Config, options: LoadOptions = {}): Promise<CheckedConfig> {
  const folder = resolve(options.folder ?? '.')
  const given = await withSecrets({ ...config }, folder, options)
  const result = await check(given, folder, options)
  return result.faults.length > 0 ? refuse(result.faults) : result.config
}

/**
 * Reads and checks a configuration file: YAML, JSON, TypeScript or JavaScript. Nothing is started or opened.
 *
 * @param file Its path. Plugins and the database file are found from its folder.
 * @throws `CONFIGURATION_UNREADABLE`; `INVALID_CONFIGURATION` with all faults, each with its path and line.
 * @example
 * const config = await loadConfig('./parakh.yaml')
 */
export async function loadConfig(file: string, options: LoadOptions = {}): Promise<CheckedConfig> {
  const path = resolve(file)
  const folder = dirname(path)
  const read = await readConfigurationFile(path)
  const filled = read.textual
    ? interpolate(read.value, options.environment ?? process.env)
    : { value: read.value, faults: [] }
  if (!isObject(filled.value)) throw notAnObject(path)
  const given = await withSecrets(filled.value, folder, options)
  const { config, faults } = await check(given, folder, options)
  const unset = new Set(filled.faults.map(({ path }) => path))
  // A value with an unset variable is reported once, as that.
  const all = [...filled.faults, ...faults.filter(({ path }) => !unset.has(path))]
  const withLines = (some: readonly ConfigurationFault[]) =>
    some.map((fault) => withLine(fault, read.line(fault.path), basename(path)))
  const placed = withLines(all)
  const missing = options.withoutSecrets ? placed.filter(isMissingSecret) : []
  if (placed.length > missing.length) return refuse(placed)
  if (!options.withoutSecrets) return config
  const people = subjectKeyWarnings(config, { given: given['secrets'] !== undefined })
  return { ...config, warnings: [...missing, ...people, ...withLines(unheardEvents(config))] }
}

/** Of a plugin what stands at or below a name such as `webhookSecret`. */
const SECRET_PATH = /^secrets\.|^mail\.auth\.pass$|^server\.operations\.token$|^plugins\..+\.\w*secret\w*(\.|$)/i

/** Whether a fault is only a missing secret. */
const isMissingSecret = ({ code, path }: ConfigurationFault): boolean =>
  code === 'MISSING_SECRET' || (code === 'MISSING_ENVIRONMENT_VARIABLE' && SECRET_PATH.test(path))

const notAnObject = (file: string) =>
  coreErrors.error(
    'INVALID_CONFIGURATION',
    { count: 1 },
    {
      faults: [
        {
          code: 'INVALID_VALUE',
          path: '',
          message: `${file} is not a configuration. Allowed: an object with ${Object.keys(SECTIONS).join(', ')}`,
        },
      ],
    },
  )

const withLine = (fault: ConfigurationFault, line: number | undefined, file: string): ConfigurationFault =>
  line === undefined ? fault : { ...fault, message: `${fault.message} (${file}, line ${line})` }
