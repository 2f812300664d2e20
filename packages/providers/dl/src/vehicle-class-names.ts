/** What the codes of vehicle classes stand for, as far as they are the same in all states. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['MCWOG', 'Motorcycle without gear'],
  ['MCWG', 'Motorcycle with gear'],
  ['LMV', 'Light motor vehicle'],
  ['LMV-NT', 'Light motor vehicle, non-transport'],
  ['LMV-TR', 'Light motor vehicle, transport'],
  ['TRANS', 'Transport vehicle'],
  ['HMV', 'Heavy motor vehicle'],
  ['HGMV', 'Heavy goods motor vehicle'],
  ['HPMV', 'Heavy passenger motor vehicle'],
  ['TRCTOR', 'Agricultural tractor'],
  ['LDRXCV', 'Loader or excavator'],
  ['RDRLR', 'Road roller'],
  ['INVCRG', 'Invalid carriage'],
])

/** The name of a vehicle class; undefined for a code of a state of its own. */
export const vehicleClassName = (code: string): string | undefined => NAMES.get(code.trim().toUpperCase())
