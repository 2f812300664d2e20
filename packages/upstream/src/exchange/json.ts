import { isHostileKey, MAX_DEPTH } from '../hostile-keys.ts'

/** What a reply's bytes hold: a JSON value, or nothing that can be used. */
export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

const NOTHING: ParsedJson = { ok: false }

/**
 * Parses the bytes of a reply as JSON and refuses what a well-behaved upstream never sends: invalid UTF-8, keys that reach into
 * prototypes, numbers beyond a double (`1e309`), nesting beyond 100 levels. Of a key that stands twice the last one counts.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isHarmless(value) ? { ok: true, value } : NOTHING
  } catch {
    return NOTHING
  }
}

/** Level by level and without recursion: a hostile reply must not exhaust the stack. */
function isHarmless(root: unknown): boolean {
  let level: readonly unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH || level.some(isHostile)) return false
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return true
}

function isHostile(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value)
  return typeof value === 'object' && value !== null && Object.keys(value).some(isHostileKey)
}
