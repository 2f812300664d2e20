import { csvText } from './csv-texts.ts'
import type { JsonSchema } from './fuzzed-operation.ts'
import type { KnownValues } from './known-values.ts'
import type { PatternTexts } from './pattern-texts.ts'
import { upiText, utrText } from './payment-texts.ts'
import type { Random } from './random.ts'

const WORDS = ['Asha Rao', 'Acme', 'x', 'bread', 'Pune 411001', 'a-b_c.d', 'नमस्ते', '4711', 'first', 'true', '12']
const PDF = Buffer.from('%PDF-1.7\nfuzz').toString('base64')
const LONGEST = 60

interface TextParts {
  readonly random: Random
  readonly known: KnownValues
  readonly patterns: PatternTexts
}
type Text = (parts: TextParts) => string

const day = ({ random }: TextParts): string =>
  `20${random.whole(20, 30)}-${`${random.whole(1, 12)}`.padStart(2, '0')}-${`${random.whole(1, 28)}`.padStart(2, '0')}`
const time: Text = (parts) => `${day(parts)}T${`${parts.random.whole(0, 23)}`.padStart(2, '0')}:30:00.000Z`

/** By the format of the schema. */
const BY_FORMAT: Readonly<Record<string, Text>> = {
  'date-time': time,
  date: day,
  email: ({ random }) => `person${random.whole(0, 99)}@mail.invalid`,
  uri: ({ random }) => `http://127.0.0.1:9/${random.whole(0, 9)}`,
}
/** By the name of the field, where its schema says little. Nobody is reached: `.invalid` is reserved, and nothing listens at the port. */
const BY_NAME: Readonly<Record<string, Text>> = {
  utr: ({ random }) => utrText(random),
  vpa: ({ random }) => upiText(random),
  csv: ({ random, known }) => csvText(random, () => known.of('reference')),
  url: ({ random }) => `http://127.0.0.1:9/${random.whole(0, 9)}`,
  host: ({ random }) => `api${random.whole(0, 9)}.acme.invalid`,
  content: () => PDF,
  email: ({ random }) => `person${random.whole(0, 99)}@mail.invalid`,
  month: ({ random }) => random.pick(['2026-10', '2026-11', '2026-12']),
  amount: ({ random }) => random.pick(['1', '5.50', '100', '2500.00', '60000']),
  price: ({ random }) => random.pick(['0.50', '1', '2.25']),
  reference: ({ random }) => `ref-${random.whole(0, 9_999)}`,
  from: day,
  until: day,
  to: day,
}

/** Makes the text of a field that its schema allows, or nearly so: a pattern that looks ahead is only guessed. */
export function fieldText(name: string, schema: JsonSchema, parts: TextParts): string {
  const { random, known, patterns } = parts
  const met = known.of(name)
  if (met !== undefined && random.chance(0.7)) return met
  const { format, pattern, minLength, maxLength } = schema
  const byFormat = typeof format === 'string' ? BY_FORMAT[format] : undefined
  const made = (byFormat ?? BY_NAME[name])?.(parts)
  if (made !== undefined && random.chance(0.9)) return made
  if (typeof pattern === 'string') return patterns.of(pattern) ?? met ?? random.pick(WORDS)
  const least = typeof minLength === 'number' ? minLength : 0
  const most = typeof maxLength === 'number' ? Math.min(maxLength, Math.max(LONGEST, least)) : LONGEST
  return random.pick(WORDS).padEnd(least, 'x').slice(0, most)
}
