const digits = (rows: readonly string[]): readonly (readonly number[])[] => rows.map((row) => [...row].map(Number))

const MULTIPLY = digits([
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
])
const PERMUTE = digits([
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
])

/** Whether the last digit is the Verhoeff check digit of those before it (Aadhaar). */
export function isVerhoeff(text: string): boolean {
  let check = 0
  for (const [place, digit] of [...text].reverse().entries()) {
    const permuted = PERMUTE[place % 8]?.[Number(digit)] ?? 0
    check = MULTIPLY[check]?.[permuted] ?? 0
  }
  return check === 0
}

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Whether the last of 15 characters is the base-36 Luhn check of the 14 before it (GSTIN). */
export function isGstinCheck(text: string): boolean {
  let sum = 0
  for (const [place, character] of [...text.slice(0, 14)].entries()) {
    const value = BASE36.indexOf(character) * (place % 2 === 0 ? 1 : 2)
    sum += Math.floor(value / 36) + (value % 36)
  }
  return BASE36[(36 - (sum % 36)) % 36] === text[14]
}

/** Whether the last digit is the Luhn check of the digits before it (EPIC). */
export function isLuhn(text: string): boolean {
  let sum = 0
  for (const [place, digit] of [...text].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
