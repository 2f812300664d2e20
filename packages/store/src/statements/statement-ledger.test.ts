import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inr, micro } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import { eachEngine } from '../../test/each-engine.ts'
import { type LedgerBench, openLedgerBench, pseudoRandom } from '../../test/ledger-bench.ts'
import { createStatementLedger } from './create-statement-ledger.ts'

const HOUR_MS = 3_600_000
const BORDER = Date.parse('2026-01-31T18:30:00Z')
const environment = 'production'

eachEngine('the border of a month', (database) => {
  /** A wallet whose entries have these times, each of one rupee. */
  const wallet = async (accountId: string, times: readonly number[]) => {
    const { knex, table } = database()
    await knex(table('wallet')).insert({ account_id: accountId, environment })
    const shared = { environment, ledger_account: `wallet:${accountId}`, kind: 'credit', amount: inr('1') }
    const rows = times.map((at, place) => ({
      ...{ ...shared, transaction_id: `${accountId}-${place}`, actor: 'test', request_id: 'r', price_version: '', at },
      ...{ version: place + 1, previous: place * 1_000_000, balance: (place + 1) * 1_000_000 },
    }))
    await knex.batchInsert(table('ledger_entry'), rows, 60)
    return (from: number, until: number) =>
      createStatementLedger(database()).walletSpan({ accountId, environment, from, until })
  }

  it('stands before the first entry after it, whatever the times of those behind say', async () => {
    const late = [BORDER - 9, BORDER - 5, BORDER, BORDER - 1, BORDER - 2, BORDER + 4]
    const span = await wallet('late', late)
    expect(await span(0, BORDER)).toEqual({ after: 0, through: 2, opening: 0, closing: inr('2') })
    expect(await span(BORDER, BORDER + HOUR_MS)).toEqual({ after: 2, through: 6, opening: inr('2'), closing: inr('6') })
  })

  it('is found among thousands of entries, and the end of a month is the beginning of the next', async () => {
    const random = pseudoRandom(9)
    // Each up to a minute out of order, as of processes whose clocks differ.
    const times = Array.from({ length: 5_000 }, (_, place) => BORDER - 6 * HOUR_MS + place * 9_000 - random(60_000))
    const span = await wallet('many', times)
    const edges = [0, BORDER - HOUR_MS, BORDER - 1, BORDER, BORDER + 1, BORDER + HOUR_MS, BORDER + 100 * HOUR_MS]
    let before = { through: 0, closing: micro(0) }
    for (const [index, until] of edges.slice(1).entries()) {
      const found = await span(edges[index] ?? 0, until)
      expect(found).toMatchObject({ after: before.through, opening: before.closing })
      const first = times.findIndex((at) => at >= until)
      expect(found.through).toBe(first === -1 ? times.length : first)
      before = found
    }
  })

  it('parts movements that come page by page, in the order of their versions', async () => {
    await wallet(
      'paged',
      Array.from({ length: 90 }, () => BORDER),
    )
    const ledger = createStatementLedger(database())
    const of = { accountId: 'paged', environment } as const
    const found: number[] = []
    for (let after = 20; after < 70; after = found.at(-1) ?? 70) {
      const page = await ledger.walletMovements(of, { after, through: 70, limit: 20 })
      expect(page.map(({ balance }) => balance)).toEqual(page.map(({ version }) => micro(version * 1_000_000)))
      found.push(...page.map(({ version }) => version))
    }
    expect(found).toEqual(Array.from({ length: 50 }, (_, nth) => nth + 21))
  })

  it('is nowhere in a wallet without entries', async () => {
    const span = await wallet('empty', [])
    expect(await span(0, BORDER)).toEqual({ after: 0, through: 0, opening: 0, closing: 0 })
  })
})

describe.each(ENGINES)('a statement beside an archive on %s', (_, makeDatabase) => {
  let folder: string
  let bench: LedgerBench
  let archivedAt: number
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-statement-'))
    bench = await openLedgerBench(await makeDatabase())
    await bench.pay(10)
    await bench.closePeriod()
    archivedAt = bench.clock.now().getTime()
    bench.clock.advance(HOUR_MS)
    await bench.store.ledger.archive(bench.clock.now(), join(folder, 'one.jsonl.gz'))
  })
  afterAll(async () => {
    await bench.close()
    await rm(folder, { recursive: true })
  })
  const span = (from: number, until: number) => {
    const [payer] = bench.payers
    if (!payer) throw new RangeError('a bench has payers')
    return bench.store.statements.walletSpan({ accountId: payer.accountId, environment, from, until })
  }
  const left = inr('4995')

  it('begins with the closing balance, before anything new and after it', async () => {
    const [from, until] = [archivedAt + 1, bench.clock.now().getTime() + HOUR_MS]
    expect(await span(from, until)).toEqual({ after: 6, through: 6, opening: left, closing: left })
    const [payer] = bench.payers
    const credit = { environment, amount: inr('7'), reference: 'later', actor: 'test' } as const
    await bench.store.wallet.credit({ ...credit, accountId: payer?.accountId ?? '' })
    expect(await span(from, until)).toEqual({ after: 6, through: 7, opening: left, closing: inr('5002') })
    expect(await span(until, until + 1)).toMatchObject({ after: 7, through: 7, opening: inr('5002') })
  })

  it('of a time that may be in the archive is refused, and the archive is named', async () => {
    await expect(span(archivedAt - 1, archivedAt + HOUR_MS)).rejects.toMatchObject({
      code: 'STATEMENT_ARCHIVED',
      message: expect.stringMatching(/periods 1 to 1, SHA-256 [0-9a-f]{64}/),
    })
  })
})
