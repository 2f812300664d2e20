import type { Random } from './random.ts'

const DIGITS = [...'0123456789']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** What people copy with a number: spaces, hyphens, digits and letters of other scripts, marks that are not seen. */
const COPIED = [' ', '-', '\u00a0', '\u200b', '\u202e', '\t', '٤', '１', 'é', 'ß', '/', '\0']
const LENGTHS = [12, 16, 22]

/** A UTR of a payment system, now and then as it is copied out of a message. */
export function utrText(random: Random): string {
  const length = random.pick(LENGTHS)
  const isDigits = length === 12 || random.chance(0.3)
  const signs = Array.from({ length: length + (random.chance(0.2) ? random.whole(-1, 1) : 0) }, () =>
    random.pick(isDigits ? DIGITS : [...LETTERS, ...DIGITS]),
  )
  if (random.chance(0.4)) signs.splice(random.whole(0, signs.length), 0, random.pick(COPIED))
  return random.chance(0.2) ? signs.join('').toLowerCase() : signs.join('')
}

const HANDLES = ['okbank', 'upi', 'ybl', 'okbank.', '-', '', 'OKBANK', 'ok bank']
const PAYEES = ['acme', 'a.b-c_d', 'अजय', 'a@b', '', 'x'.repeat(300), 'acme%40', 'acme?am=1&']

/** A UPI address, or what looks like one. */
export const upiText = (random: Random): string => `${random.pick(PAYEES)}@${random.pick(HANDLES)}`
