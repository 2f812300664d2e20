import { createHash, type Hash } from 'node:crypto'
import { ENVIRONMENTS, type Environment, type LedgerHead } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import { isEnvironment, type LinePage } from './entry-lines.ts'

/** What a closed period holds of one environment. */
interface Content {
  readonly entries: number
  /** SHA-256 of its lines, each ended by a line feed, in hexadecimal. */
  readonly digest: string
}
const Contents = z.record(z.enum(ENVIRONMENTS), z.object({ entries: z.number(), digest: z.string() }))

/** A closed period: the entries with an id above `afterId`, up to `throughId`. */
export interface Period {
  /** 1 for the first. */
  readonly number: number
  readonly afterId: number
  readonly throughId: number
  /** JSON: `Content` by environment. */
  readonly contents: string
  readonly previousHash: string
  readonly hash: string
  /** Milliseconds since 1970. */
  readonly closedAt: number
}

/** What the first period stands on. */
export const GENESIS: Pick<Period, 'number' | 'throughId' | 'hash'> = {
  number: 0,
  throughId: 0,
  hash: '0'.repeat(64),
}
const FORM = 1

/** The hash of a period: over everything that it says, and the hash before it. */
export function hashOf(period: Omit<Period, 'hash'>): string {
  const { number, afterId, throughId, contents, previousHash, closedAt } = period
  const text = JSON.stringify([FORM, number, afterId, throughId, contents, previousHash, closedAt])
  return createHash('sha256').update(text).digest('hex')
}

/** Takes in lines and becomes the contents of a period. */
export class ContentsHash {
  readonly #hashes = new Map<Environment, { entries: number; readonly hash: Hash }>(
    ENVIRONMENTS.map((environment) => [environment, { entries: 0, hash: createHash('sha256') }]),
  )

  /** Entries of an environment that there is not are left out: they are found by themselves (I10). */
  add(page: Pick<LinePage, 'texts'>): void {
    for (const [environment, text] of page.texts) {
      const content = isEnvironment(environment) ? this.#hashes.get(environment) : undefined
      if (!content) continue
      content.entries += linesIn(text)
      content.hash.update(`${text}\n`)
    }
  }
  get entries(): number {
    return [...this.#hashes.values()].reduce((total, { entries }) => total + entries, 0)
  }
  /** Ends it. */
  contents(): string {
    const contents: Partial<Record<Environment, Content>> = {}
    for (const [environment, { entries, hash }] of this.#hashes)
      contents[environment] = { entries, digest: hash.digest('hex') }
    return JSON.stringify(contents)
  }
}

function linesIn(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

const Row = z
  .object({
    number: Counted,
    after_id: Counted,
    through_id: Counted,
    contents: z.string(),
    previous_hash: z.string(),
    hash: z.string(),
    closed_at: Counted,
  })
  .transform(
    (row): Period => ({
      number: row.number,
      afterId: row.after_id,
      throughId: row.through_id,
      contents: row.contents,
      previousHash: row.previous_hash,
      hash: row.hash,
      closedAt: row.closed_at,
    }),
  )

/** Periods from their rows. */
export const periodsFrom = (rows: unknown): readonly Period[] => z.array(Row).parse(rows)

/** A period as its row. */
export const periodRow = (period: Period) => ({
  number: period.number,
  after_id: period.afterId,
  through_id: period.throughId,
  contents: period.contents,
  previous_hash: period.previousHash,
  hash: period.hash,
  closed_at: period.closedAt,
})

/** The newest period; null where nothing was closed. */
export async function lastPeriod(knex: Knex, table: string): Promise<Period | null> {
  const [last] = periodsFrom(await knex(table).orderBy('number', 'desc').limit(1))
  return last ?? null
}

/** The head that a chain ends with. Its counts are summed over all periods, page by page. */
export async function headOf(knex: Knex, table: string): Promise<LedgerHead | null> {
  const last = await lastPeriod(knex, table)
  if (!last) return null
  const entries: Record<Environment, number> = { sandbox: 0, production: 0 }
  for (let after = 0; after < last.number; ) {
    const page = periodsFrom(await knex(table).where('number', '>', after).orderBy('number').limit(1_000))
    for (const { contents } of page)
      for (const environment of ENVIRONMENTS) entries[environment] += entriesOf(contents, environment)
    after = page.at(-1)?.number ?? last.number
  }
  return { period: last.number, hash: last.hash, entries, closedAt: new Date(last.closedAt) }
}

/** How many entries contents name; 0 where they are damaged, which the chain finds. */
export function entriesOf(contents: string, environment: Environment): number {
  try {
    return Contents.parse(JSON.parse(contents))[environment]?.entries ?? 0
  } catch {
    return 0
  }
}
