import { type ConfigurationFault, didYouMean, type Licence, type Plugin } from '@parakh/core'
import { isRealDay } from '@parakh/core/formats'
import * as z from 'zod'
import { ConsentOptions, consentPolicy, unknownPurposes } from '../consent/consent-policy.ts'
import { kernelErrors } from '../error-codes.ts'
import { fieldErrors } from '../request/field-errors.ts'
import type { CheckedOptions } from '../runtime/checked-options.ts'
import { LiveOption } from './named-live.ts'
import { unknownKeys } from './unknown-keys.ts'

const LicenceSchema = z.strictObject({
  authority: z.string().min(1),
  number: z.coerce.string().min(1),
  validUntil: z
    .union([z.string(), z.date().transform((day) => day.toISOString().slice(0, 10))])
    .refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && isRealDay(day), 'must be a day, YYYY-MM-DD'),
  fullIdentifiers: z.boolean().optional(),
})
const CommonOptions = z.strictObject({
  live: LiveOption.optional(),
  // Checked where its drivers are known.
  routing: z.unknown().optional(),
  licence: LicenceSchema.optional(),
  consent: ConsentOptions.optional(),
  mount: z
    .string()
    .regex(/^(\/[A-Za-z0-9._~-]+)+$/, 'must be a path such as /api/v1')
    .optional(),
})

const COMMON = Object.keys(CommonOptions.shape)

/** Checks a plugin's options: the common ones, and its own settings. Every fault, with its path. */
export function checkOptions(
  plugin: Plugin,
  path: string,
): { readonly options: CheckedOptions | null; readonly faults: readonly ConfigurationFault[] } {
  // Drivers are chosen in the same section; they are checked at their point.
  const chosen = plugin.definition.points.flatMap((point) => (point.select === 'chosen' ? [point.sectionKey] : []))
  const given = Object.entries(plugin.options).filter(([name]) => !chosen.includes(name))
  const settings = plugin.definition.settings?.definition.schema ?? z.object({})
  const common = CommonOptions.safeParse(Object.fromEntries(given.filter(([name]) => COMMON.includes(name))))
  const settingsGiven = Object.fromEntries(given.filter(([name]) => !COMMON.includes(name)))
  const own = settings.strict().safeParse(settingsGiven)
  const issues = [common, own].flatMap((result) => result.error?.issues ?? [])
  const all = z.strictObject({ ...CommonOptions.shape, ...settings.shape })
  const faults = [
    ...optionFaults(all, { value: Object.fromEntries(given), path, issues }),
    ...unknownPurposes(plugin, common.data?.consent).map((detail) =>
      kernelErrors.fault('PLUGIN_OPTIONS_INVALID', `${path}.consent.purposes`, { detail }),
    ),
  ]
  if (!common.success || !own.success || faults.length > 0) return { options: null, faults }
  const { licence, consent, mount } = common.data
  return {
    faults,
    options: {
      licence: licence ? withoutUndefined(licence) : null,
      consent: consent ? consentPolicy(consent) : null,
      mount: mount ?? plugin.definition.mount,
      settings: own.data,
    },
  }
}

function withoutUndefined({ fullIdentifiers, ...licence }: z.output<typeof LicenceSchema>): Licence {
  return fullIdentifiers === undefined ? licence : { ...licence, fullIdentifiers }
}

/**
 * What is wrong with options: what their schema found, and each key that it does not know, with the one that was probably meant.
 *
 * @param issues Of the parse; none where it succeeded, which drops unknown keys unless the object is strict.
 */
export function optionFaults(
  schema: z.ZodType,
  given: { readonly value: unknown; readonly path: string; readonly issues: readonly z.core.$ZodIssue[] },
): readonly ConfigurationFault[] {
  const { value, path, issues } = given
  const fault = (field: string, detail: string) =>
    kernelErrors.fault('PLUGIN_OPTIONS_INVALID', field === 'request' ? path : `${path}.${field}`, { detail })
  const unknown = unknownKeys(schema, value).map(({ path: at, allowed }) => {
    const hint = didYouMean(String(at.at(-1)), allowed)
    return fault(at.join('.'), `is not a known field${hint}. Allowed: ${allowed.join(', ') || 'none'}`)
  })
  const told = new Set(unknown.map((one) => one.path))
  const failed = Object.entries(fieldErrors({ issues }, [])).flatMap(([field, texts]) =>
    texts.map((detail) => fault(field, detail)),
  )
  return [...failed.filter((one) => !told.has(one.path)), ...unknown]
}
