import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { readLines } from './entry-lines.ts'
import { ContentsHash, type Period } from './period.ts'

const PAGE = 2_000

/**
 * What stands in the database of a period, hashed page by page.
 *
 * @param knex Of the database, or a transaction.
 */
export async function readContents(
  knex: Knex,
  database: Pick<Database, 'dialect' | 'table'>,
  { afterId, throughId }: Pick<Period, 'afterId' | 'throughId'>,
): Promise<string> {
  const contents = new ContentsHash()
  for (let after: number | null = afterId; after !== null; ) {
    const page = await readLines(knex, database, { after, through: throughId, limit: PAGE })
    contents.add(page)
    after = page.lastId
  }
  return contents.contents()
}
