import { type AnyProviderFactory, type ConfigurationFault, LiveEntryFields } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import { importDefault, isPath, resolveModule } from './import-module.ts'
import { moduleMistake } from './module-mistake.ts'
import { joinPath, schemaFaults } from './schema-faults.ts'

/** The path of live providers, and the plugin's own provider names. */
export interface LiveContext {
  readonly folder: string
  readonly path: string
  /** Names of the plugin's own providers. */
  readonly own: readonly string[]
}
/** Live providers, with those of packages loaded. */
export interface ResolvedLive {
  readonly live: unknown
  readonly faults: readonly ConfigurationFault[]
}

type SourceFactory = AnyProviderFactory & ((options: unknown) => unknown)

const isSourceFactory = (value: unknown): value is SourceFactory =>
  typeof value === 'function' && 'code' in value && 'options' in value && 'contract' in value
const isDescribed = (value: unknown): value is Readonly<Record<string, unknown>> & { provider: string } =>
  typeof value === 'object' &&
  value !== null &&
  !('code' in value) &&
  'provider' in value &&
  typeof value.provider === 'string'

/** What an entry says of any source, and the provider's own options. */
function ofEntry(given: Readonly<Record<string, unknown>>) {
  const isOfEntry = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(LiveEntryFields, name)
  const fields = Object.entries(given)
  return [fields.filter(isOfEntry), fields.filter((field) => !isOfEntry(field))].map(Object.fromEntries)
}

async function resolveOne(given: unknown, context: LiveContext): Promise<ResolvedLive> {
  // An invalid description is passed on unchanged: the kernel reports its faults.
  if (!isDescribed(given) || given.provider === 'http' || context.own.includes(given.provider))
    return { live: given, faults: [] }
  const { provider: name, ...rest } = given
  const [entry, options] = ofEntry(rest)
  const path = joinPath(context.path, 'provider')
  const file = resolveModule(name, context.folder)
  if (file === undefined) {
    const packaged = isPath(name) || name.includes('/')
    return {
      live: given,
      faults: packaged ? [serverErrors.fault('PROVIDER_NOT_FOUND', path, { name, folder: context.folder })] : [],
    }
  }
  try {
    const factory = await importDefault(file)
    if (!isSourceFactory(factory))
      return { live: given, faults: [serverErrors.fault('NOT_A_PROVIDER', path, { name })] }
    const parsed = await factory.options.safeParseAsync(options)
    if (!parsed.success)
      return { live: given, faults: schemaFaults(factory.options, parsed.error.issues, context.path) }
    const source = factory(options)
    return { live: Object.assign({}, source, entry), faults: [] }
  } catch (error) {
    const detail = await moduleMistake(file, error)
    return { live: given, faults: [serverErrors.fault('PROVIDER_NOT_LOADED', path, { name, detail })] }
  }
}

/**
 * Loads the live providers that are named by a package or a path. The host handles `http` and the plugin's own.
 *
 * @param live The option `live`: one, or a list.
 */
export async function resolveLive(live: unknown, context: LiveContext): Promise<ResolvedLive> {
  if (!Array.isArray(live)) return await resolveOne(live, context)
  const all = await Promise.all(
    live.map((one, index) => resolveOne(one, { ...context, path: joinPath(context.path, index) })),
  )
  return { live: all.map((one) => one.live), faults: all.flatMap(({ faults }) => faults) }
}
