import type { ConfigurationFault, Licence, Plugin } from '@parakh/core'
import { isRealDay } from '@parakh/core/formats'
import * as z from 'zod'
import { kernelErrors } from '../error-codes.ts'
import { fieldErrors } from '../request/field-errors.ts'
import { unknownKeys } from './unknown-keys.ts'

const LicenceSchema = z.strictObject({
  authority: z.string().min(1),
  number: z.coerce.string().min(1),
  validUntil: z
    .union([z.string(), z.date().transform((day) => day.toISOString().slice(0, 10))])
    .refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && isRealDay(day), 'must be a day, YYYY-MM-DD'),
  fullIdentifiers: z.boolean().optional(),
})
/** What any live provider may say; the rest is its own, and is checked where it is known. */
const LiveSchema = z.looseObject({ provider: z.string(), authorised: z.boolean().optional() })
const CommonOptions = z.strictObject({
  live: z.union([LiveSchema, z.array(LiveSchema).min(1)]).optional(),
  licence: LicenceSchema.optional(),
  consent: z.strictObject({ notice: z.string().min(1), standing: z.boolean().optional() }).optional(),
  mount: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)+$/, 'must be a path such as /api/v1')
    .optional(),
})

/** A live provider as the configuration names it: not yet looked up. */
export type NamedLive = { readonly provider: string } & Readonly<Record<string, unknown>>

/** What a deployer said of a plugin, checked. */
export interface CheckedOptions {
  readonly live: readonly { readonly path: string; readonly source: NamedLive }[]
  readonly licence: Licence | null
  readonly consent: { readonly notice: string; readonly standing: boolean } | null
  readonly mount: string
  /** Of the plugin's settings, by its schema. */
  readonly settings: unknown
}

const COMMON = Object.keys(CommonOptions.shape)

/** Checks a plugin's options: the common ones, and its own settings. Every fault, with its path. */
export function checkOptions(
  plugin: Plugin,
  path: string,
): { readonly options: CheckedOptions | null; readonly faults: readonly ConfigurationFault[] } {
  const given = Object.entries(plugin.options)
  const settings = plugin.definition.settings?.definition.schema ?? z.object({})
  const common = CommonOptions.safeParse(Object.fromEntries(given.filter(([name]) => COMMON.includes(name))))
  const settingsGiven = Object.fromEntries(given.filter(([name]) => !COMMON.includes(name)))
  const own = settings.strict().safeParse(settingsGiven)
  const allowed = [...COMMON, ...Object.keys(settings.shape)]
  const faults = [
    ...[common, own].flatMap((result) => (result.success ? [] : faultsOf(result.error, { path, allowed }))),
    ...unknownWithin(settings, { value: settingsGiven, path, fromLevel: 2 }),
  ]
  if (!common.success || !own.success || faults.length > 0) return { options: null, faults }
  const { live, licence, consent, mount } = common.data
  const sources = live === undefined ? [] : Array.isArray(live) ? live : [live]
  return {
    faults,
    options: {
      live: sources.map((source, index) => ({
        path: Array.isArray(live) ? `${path}.live.${index}` : `${path}.live`,
        source: source as NamedLive,
      })),
      licence: licence ? withoutUndefined(licence) : null,
      consent: consent ? { notice: consent.notice, standing: consent.standing ?? false } : null,
      mount: mount ?? plugin.definition.mount,
      settings: own.data,
    },
  }
}

function withoutUndefined({ fullIdentifiers, ...licence }: z.output<typeof LicenceSchema>): Licence {
  return fullIdentifiers === undefined ? licence : { ...licence, fullIdentifiers }
}

/**
 * Faults of the keys that no schema knows.
 *
 * @param fromLevel 2: those of the first level are told already.
 */
export const unknownWithin = (
  schema: z.ZodType,
  { value, path, fromLevel }: { readonly value: unknown; readonly path: string; readonly fromLevel: 1 | 2 },
): readonly ConfigurationFault[] =>
  unknownKeys(schema, value)
    .filter((unknown) => unknown.path.length >= fromLevel)
    .map((unknown) =>
      kernelErrors.fault('PLUGIN_OPTIONS_INVALID', [path, ...unknown.path].join('.'), {
        detail: `is not a known field. Allowed: ${unknown.allowed.join(', ') || 'none'}`,
      }),
    )

/** The faults of a failed parse, below a path. */
export function faultsOf(
  error: z.ZodError,
  at: { readonly path: string; readonly allowed: readonly string[] },
): readonly ConfigurationFault[] {
  return Object.entries(fieldErrors(error, at.allowed)).flatMap(([field, texts]) =>
    texts.map((detail) =>
      kernelErrors.fault('PLUGIN_OPTIONS_INVALID', field === 'request' ? at.path : `${at.path}.${field}`, { detail }),
    ),
  )
}
