import type { LogFacts } from '@parakh/core'

const LONGEST = 200
const FACT_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,39}$/
const WITHHELD = '[withheld]'

// Texts that must never be logged: secrets, tokens, query strings, Aadhaar numbers, PANs.
const SENSITIVE =
  /sk_(?:test|live)_|adm_|whsec_|eyJ[\w-]+\.[\w-]+|\?[^ ]*=|\b\d{4}[ -]?\d{4}[ -]?\d{4}\b|\b[A-Za-z]{5}\d{4}[A-Za-z]\b|PRIVATE KEY/

function allowedText(text: string): string {
  if (SENSITIVE.test(text)) return WITHHELD
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/**
 * Filters the fields of a log line: only plain values under plain names. A text that looks like a secret or an identity number is
 * replaced; the writer escapes line breaks.
 */
export function allowedFacts(facts: LogFacts): LogFacts {
  const kept: Record<string, string | number | boolean | null> = {}
  for (const name of Object.keys(facts)) {
    if (!FACT_NAME.test(name)) continue
    const value = facts[name]
    if (typeof value === 'string') kept[name] = allowedText(value)
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) kept[name] = value
  }
  return kept
}
