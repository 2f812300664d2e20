/** Vehicles that carry goods or passengers for hire are transport (TR), all others non-transport (NT). */
export type VehicleKind = 'NT' | 'TR'

interface VehicleClass {
  readonly name: string
  /** Undefined where the code is given for both kinds. */
  readonly kind?: VehicleKind
}

/** What the codes of vehicle classes stand for, as far as they are the same in all states. */
const CLASSES: ReadonlyMap<string, VehicleClass> = new Map([
  ['MCWOG', { name: 'Motorcycle without gear', kind: 'NT' }],
  ['MCWG', { name: 'Motorcycle with gear', kind: 'NT' }],
  ['LMV', { name: 'Light motor vehicle' }],
  ['LMV-NT', { name: 'Light motor vehicle, non-transport', kind: 'NT' }],
  ['LMV-TR', { name: 'Light motor vehicle, transport', kind: 'TR' }],
  ['TRANS', { name: 'Transport vehicle', kind: 'TR' }],
  ['HMV', { name: 'Heavy motor vehicle' }],
  ['HGMV', { name: 'Heavy goods motor vehicle', kind: 'TR' }],
  ['HPMV', { name: 'Heavy passenger motor vehicle', kind: 'TR' }],
  ['TRCTOR', { name: 'Agricultural tractor' }],
  ['LDRXCV', { name: 'Loader or excavator' }],
  ['RDRLR', { name: 'Road roller' }],
  ['INVCRG', { name: 'Invalid carriage', kind: 'NT' }],
])

const classOf = (code: string): VehicleClass | undefined => CLASSES.get(code.trim().toUpperCase())

/** The name of a vehicle class; undefined for a code of a state of its own. */
export const vehicleClassName = (code: string): string | undefined => classOf(code)?.name

/** The kind of a vehicle class; undefined where the code alone does not say it. */
export const vehicleClassKind = (code: string): VehicleKind | undefined => classOf(code)?.kind
