import { createReadStream } from 'node:fs'
import { type Info, type Options, parse } from 'csv-parse'
import { parse as parseText } from 'csv-parse/sync'
import * as z from 'zod'

/** One record of a CSV file: its fields, or what is wrong with it. Lines count from 1. */
export type CsvRecord =
  | { readonly line: number; readonly fields: readonly string[] }
  | { readonly line: number; readonly problem: string }

/** What csv-parse gives with the options `info` and `raw`. */
interface RawRecord {
  readonly record: readonly string[]
  readonly info: Info
  readonly raw: string
}

const OPEN_QUOTE = 'has a quote that is not closed'
const LENIENT = { bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true } satisfies Options
const OneRecord = z.array(z.array(z.string())).max(1)

/** Without the empty lines before a record and the end of its last line, so that its lines can be counted. */
const trimLineEnds = (raw: string): string => raw.replace(/^(\uFEFF|\r?\n)+|\r?\n$/g, '')
const countLines = (raw: string): number => raw.split('\n').length

/** A line on its own; undefined for an empty one. */
function parseLine(text: string, line: number, columns: number): CsvRecord | undefined {
  if (text.trim() === '') return undefined
  try {
    const [fields = []] = OneRecord.parse(parseText(text, LENIENT))
    return checkColumns({ line, fields }, columns)
  } catch {
    return { line, problem: OPEN_QUOTE }
  }
}

function checkColumns(found: { line: number; fields: readonly string[] }, columns: number): CsvRecord {
  const count = found.fields.length
  if (count === columns) return found
  return { line: found.line, problem: `has ${count} column(s) where the header has ${columns}` }
}

/** Reads the lines one by one: an open quote then costs its own line and not those that it swallowed. */
function* salvage(raw: string, firstLine: number, columns: number): Generator<CsvRecord> {
  for (const [index, text] of raw.split('\n').entries()) {
    const found = parseLine(text, firstLine + index, columns)
    if (found) yield found
  }
}

/** A record that spans lines is believed only if it has every column and no quote was left open in it. */
const isSuspect = (fields: readonly string[], columns: number): boolean =>
  fields.length !== columns || fields.some((field) => field.startsWith('"'))

/**
 * Streams the records of a CSV file, the header first. Quotes, quoted line breaks and a byte order mark are understood; a bad
 * record is named and the next line is read again.
 *
 * @param file Path of a readable file.
 * @throws The file system's error.
 */
export async function* readCsv(file: string): AsyncGenerator<CsvRecord> {
  const tail: { raw: string; endLine: number }[] = []
  const parser = parse({
    ...LENIENT,
    info: true,
    raw: true,
    skip_records_with_error: true,
    on_skip: (error, raw) => {
      tail.push({ raw: raw ?? '', endLine: Number(error?.['lines'] ?? 0) })
      return undefined
    },
  })
  const input = createReadStream(file)
  input.once('error', (error) => parser.destroy(error))
  input.pipe(parser)

  let columns: number | undefined
  try {
    for await (const given of parser) {
      const { record, info, raw }: RawRecord = given
      columns ??= record.length
      const content = trimLineEnds(raw)
      const line = info.lines - countLines(content) + 1
      if (line === info.lines) yield checkColumns({ line, fields: record }, columns)
      else if (isSuspect(record, columns)) yield* salvage(content, line, columns)
      else yield { line, fields: record }
    }
  } finally {
    input.destroy()
  }
  // A quote that is open at the end of the file has swallowed all lines after it.
  for (const { raw, endLine } of tail) {
    const content = trimLineEnds(raw)
    yield* salvage(content, endLine - countLines(content) + 1, columns ?? 0)
  }
}
