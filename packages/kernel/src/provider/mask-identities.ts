import { isIdentityNumber } from '@parakh/core/formats'
import { isIdentifier, setOwn } from '../request/canonical-json.ts'

/** What may be an Aadhaar number, and what looks like a PAN, within a text. */
const CANDIDATE = /\b(\d{4}[ -]?\d{4}[ -]?\d{4}|[A-Za-z]{5}\d{4}[A-Za-z])\b/g
const SHOWN = 4

const hidden = (text: string): string => `${'X'.repeat(text.length - SHOWN)}${text.slice(-SHOWN)}`

/** A record as it may be shown to an operator: of each identity number the last four characters, also within a text. */
export function maskIdentities(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(CANDIDATE, (text) => (/^\D/.test(text) || isIdentityNumber(text) ? hidden(text) : text))
  if (typeof value !== 'object' || value === null) return value
  if (isIdentifier(value)) return value.masked
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(maskIdentities)
  const shown: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(value)) setOwn(shown, String(maskIdentities(name)), maskIdentities(part))
  return shown
}
