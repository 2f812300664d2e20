import { type AnyPoint, type ConfigurationFault, type Contribution, didYouMean } from '@parakh/core'
import * as z from 'zod'
import type { PointInstance } from '../container.ts'
import { kernelErrors } from '../error-codes.ts'
import { type PlacedPart, pathOfKey } from './placed-part.ts'
import { optionFaults } from './plugin-options.ts'

type ChosenPoint = Extract<AnyPoint, { readonly select: 'chosen' }>

interface Chosen {
  readonly instances: readonly PointInstance[]
  readonly faults: readonly ConfigurationFault[]
}

const Choice = z.looseObject({ use: z.string() })
const Choices = z.record(z.string(), z.unknown())
const ADD_PLUGIN =
  'a driver whose plugin stands under plugins, by its package or path in YAML and as a value in TypeScript, also where the driver is chosen by use(…)'
/** Of an instance: it stands in URLs and in what is recorded. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/

/**
 * The drivers in force at a chosen point: those of its owner's section, or its fallback.
 *
 * @param given The value under the point's key; undefined where there is none.
 * @param path Of the owner's section; empty for core.
 */
export function chooseDrivers(
  point: ChosenPoint,
  { drivers, given, path }: { drivers: readonly PlacedPart<Contribution>[]; given: unknown; path: string },
): Chosen {
  const at = pathOfKey(path, point.sectionKey)
  const choices = choicesOf(point, { given, drivers })
  if (!choices) {
    const detail = 'must be a driver, { use: name, … }, or drivers by names of yours'
    return { instances: [], faults: [kernelErrors.fault('PLUGIN_OPTIONS_INVALID', at, { detail })] }
  }
  const chosen = choices.map(([name, choice]): Chosen => {
    const placed = point.count === 'one' ? at : `${at}.${name}`
    if (point.count === 'one' || NAME.test(name))
      return chooseDriver(point, { name, choice, drivers: drivers.map(({ part }) => part), path: placed })
    const detail = 'is no name. Allowed: lower-case letters, digits and "-", a letter first, 32 at most'
    return { instances: [], faults: [kernelErrors.fault('PLUGIN_OPTIONS_INVALID', placed, { detail })] }
  })
  return { instances: chosen.flatMap((one) => one.instances), faults: chosen.flatMap((one) => one.faults) }
}

/** By the name of the instance. A point for one driver names it itself; of many, the fallback has those that a configured plugin brings. */
function choicesOf(
  point: ChosenPoint,
  { given, drivers }: { readonly given: unknown; readonly drivers: readonly PlacedPart<Contribution>[] },
): readonly (readonly [string, unknown])[] | null {
  const isThere = (use: string): boolean => point.count === 'one' || drivers.some(({ part }) => part.id === use)
  if (given === undefined && Object.keys(point.fallback).length > 0)
    return Object.entries(point.fallback).flatMap(([name, use]) => (isThere(use) ? [[name, { use }] as const] : []))
  if (point.count === 'one') return [[point.sectionKey, given]]
  if (given === undefined) return []
  const choices = Choices.safeParse(given).data
  return choices ? Object.entries(choices) : null
}

/** A driver with its options. @param given `path`: where the choice stands. */
export function chooseDriver(
  point: ChosenPoint,
  given: { name: string; choice: unknown; drivers: readonly Contribution[]; path: string },
): Chosen {
  const { name, choice, drivers, path } = given
  const chosen = Choice.safeParse(choice).data
  const driver = drivers.find(({ id }) => id === chosen?.use)
  if (!chosen || !driver) {
    const names = drivers.map(({ id }) => id)
    const byValue = chosen !== undefined && isByValue(chosen)
    const allowed = [...names, ...(names.length === 0 || byValue ? [ADD_PLUGIN] : [])].join(', ')
    const facts = { point: point.id, name: chosen?.use ?? '', hint: didYouMean(chosen?.use ?? '', names), allowed }
    return { instances: [], faults: [kernelErrors.fault('DRIVER_UNKNOWN', `${path}.use`, facts)] }
  }
  const options = optionsOf(chosen)
  const schema = (driver.options ?? z.object({})).strict()
  const parsed = schema.safeParse(options)
  const faults = optionFaults(schema, { value: options, path, issues: parsed.error?.issues ?? [] })
  if (!parsed.success) return { instances: [], faults }
  return { faults, instances: [{ name, contribution: driver, options: parsed.data }] }
}

/** Whether `use` and `options` are all there is, as in what a driver's `use` gives. */
const isByValue = (choice: z.output<typeof Choice>): boolean => Object.keys(choice).length === 2 && 'options' in choice

/** YAML has the options beside `use`, TypeScript under `options`. */
function optionsOf(choice: z.output<typeof Choice>): unknown {
  const { use: _, ...rest } = choice
  return isByValue(choice) ? choice['options'] : rest
}
