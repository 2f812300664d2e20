import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { errorCode } from '../connection/error-facts.ts'

/** Pages of one summary, as migration 0011 says. */
const PAGES = 64
/** Vacuum and changes of the partitions have the same lock: they are not waited for. */
const LOCK_WAIT = '200ms'
const LOCK_NOT_AVAILABLE = '55P03'

const Part = z.object({ name: z.string(), blocks: Counted })
type Part = z.output<typeof Part>

/**
 * The summaries by which PostgreSQL finds rows of the usage log by their ids. New pages have none until somebody makes it, and are
 * read as a whole until then; this makes them apart from calls. The pages that calls are writing to are left out, so that a call has no summary
 * to keep: they are few. On SQLite rows are found by their ids anyway.
 */
export class BlockSummaries {
  /** Pages of each month when it was last looked at, and up to which page there are summaries. */
  readonly #known = new Map<string, { readonly blocks: number; readonly through: number }>()

  /** Makes what is missing; where the lock is taken, another time. Without them roll-ups are slower, and the same. */
  async complete({ knex, dialect, table }: Database): Promise<void> {
    if (dialect === 'sqlite3') return
    const { rows }: { rows: unknown } = await knex.raw(
      `select i.inhrelid::regclass::text as name, pg_relation_size(x.indrelid) / current_setting('block_size')::int as blocks
        from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid where i.inhparent = to_regclass(?)`,
      [table('usage_by_id')],
    )
    try {
      for (const part of z.array(Part).parse(rows)) await this.#completeOne(knex, part)
    } catch (error) {
      if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
    }
  }

  async #completeOne(knex: Knex, { name, blocks }: Part): Promise<void> {
    const known = this.#known.get(name)
    const whole = Math.floor(blocks / PAGES) * PAGES
    // Nothing is being written to a month that has not grown: its last pages get theirs too.
    const until = known?.blocks === blocks ? blocks : whole
    const from = known?.through ?? 0
    if (until > from) await summarise(knex, { name, from, until })
    this.#known.set(name, { blocks, through: until })
  }
}

const summarise = (
  knex: Knex,
  { name, from, until }: { readonly name: string; readonly from: number; readonly until: number },
): Promise<void> =>
  knex.transaction(async (transaction) => {
    await transaction.raw(`set local lock_timeout = '${LOCK_WAIT}'; set local statement_timeout = 0`)
    await transaction.raw(
      `select count(brin_summarize_range(?::regclass, block)) from generate_series(?::bigint, ?::bigint, ${PAGES}) as block`,
      [name, from, until - 1],
    )
  })
