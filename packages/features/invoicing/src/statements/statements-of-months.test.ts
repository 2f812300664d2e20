import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PrintableDocument, type Store, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createStore } from '@parakh/store'
import { chosenSeed, collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { StatementWorld } from '../../../../../test/plugin-stores.ts'
import { postgresUrl } from '../../../../../test/postgres-url.ts'
import type { Statement, StatementLine } from '../contract/statements.ts'
import { createStatements } from './create-statements.ts'

const OPERATIONS = process.env['PARAKH_FULL'] === '1' ? 10_000 : 2_000
const SECRETS = {
  pepper: [{ id: 'p1', value: 'pepper' }],
  masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
}
/** Midnight in India is 18:30 UTC of the day before. */
const MONTHS = [
  ['2026-01', '2026-01-15T00:00:00Z'],
  ['2026-02', '2026-01-31T18:30:00Z'],
  ['2026-03', '2026-02-28T18:30:00Z'],
] as const
const AFTER = '2026-03-31T18:30:00Z'
const Written = z.object({
  ...{ opening: z.string(), closing: z.string(), totals: z.record(z.string(), z.object({ amount: z.string() })) },
  lines: z.array(z.object({ amount: z.string(), balance: z.string() })),
})
const printableDocuments = { pdf: async (document: PrintableDocument) => Buffer.from(JSON.stringify(document)) }

const paise = (text: string): number => Math.round(Number(text) * 100)
const linesOf = async (statement: Statement): Promise<readonly StatementLine[]> => {
  const lines: StatementLine[] = []
  for await (const line of statement.lines()) lines.push(line)
  return lines
}
const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

describe.each(['sqlite3', 'pg'] as const)(`statements over ${OPERATIONS} random operations on %s`, (client) => {
  const clock = manualClock(new Date(MONTHS[0][1]))
  let folder: string
  let store: Store
  let world: StatementWorld
  /** The balances of each account at each month's end, from its wallet and its commission. */
  const ends = new Map<string, number>()
  const statements = () =>
    createStatements({
      accounts: store.accounts,
      brands: { all: async () => [] },
      ledger: store.statements,
      commission: store.commission,
      printableDocuments,
      clock,
    })

  const keepEnds = async (month: string): Promise<void> => {
    for (const { accountId } of world.payers) {
      ends.set(`${accountId} ${month}`, (await store.wallet.balance(accountId, 'production')).balance)
      ends.set(`${accountId} ${month} commission`, (await store.commission.totals(accountId, 'production')).accrued)
    }
  }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parakh-statements-'))
    const tablePrefix = `s_${randomBytes(4).toString('hex')}_`
    store = await createStore({
      database: client === 'pg' ? { client, connection: postgresUrl() } : { client, filename: join(folder, 'test.db') },
      ...{ tablePrefix, decide, secrets: SECRETS, clock, ids: sequentialIds(7), logger: collectingLogger() },
    })
    await store.migrate()
    world = await StatementWorld.open(store, clock, chosenSeed())
    for (const [index, [month, from]] of MONTHS.entries()) {
      clock.set(new Date(from))
      await world.run(month, Math.floor(OPERATIONS / MONTHS.length) + (index === 0 ? OPERATIONS % MONTHS.length : 0))
      await keepEnds(month)
    }
    clock.set(new Date(AFTER))
  }, 300_000)
  afterAll(async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The expected movements of an account and month. */
  const booked = (accountId: string, month: string, kind: string) =>
    world.keyedCounter.get(`${accountId} ${month} ${kind}`) ?? { count: 0, amount: 0 }
  const summed = (lines: readonly StatementLine[], kind: string) => {
    const of = lines.filter((line) => line.kind === kind)
    return {
      count: of.reduce((sum, { count }) => sum + count, 0),
      amount: of.reduce((sum, { amount }) => sum + amount, 0),
    }
  }

  it.each([false, true])(
    'of wallets are the ledger, each movement a line: %s',
    { timeout: 120_000 },
    async (everyMovement) => {
      const kinds = new Set<string>()
      for (const { accountId } of world.payers) {
        let before = 0
        for (const [month] of MONTHS) {
          const statement = await statements().wallet({ accountId, environment: 'production', month, everyMovement })
          const lines = await linesOf(statement)
          expect(statement).toMatchObject({
            opening: before,
            closing: ends.get(`${accountId} ${month}`),
            provisional: false,
          })
          for (const kind of ['charge', 'refund', 'credit', 'transfer'])
            expect({ kind, ...summed(lines, kind) }).toEqual({ kind, ...booked(accountId, month, kind) })
          expect(lines.reduce((sum: number, { amount }) => sum + amount, statement.opening)).toBe(statement.closing)
          for (const { kind } of lines) kinds.add(kind)
          before = statement.closing
        }
      }
      expect([...kinds].sort()).toEqual(['adjustment', 'charge', 'credit', 'refund', 'repayment', 'transfer'])
    },
  )

  it('of commission are what was earned and reversed, exact to the micro-rupee', async () => {
    const [{ accountId }] = world.payers
    let before = 0
    for (const [month] of MONTHS) {
      const statement = await statements().commission({ accountId, environment: 'production', month })
      const lines = await linesOf(statement)
      expect(statement).toMatchObject({ opening: before, closing: ends.get(`${accountId} ${month} commission`) })
      for (const kind of ['earned', 'reversed'])
        expect({ kind, ...summed(lines, kind) }).toEqual({ kind, ...booked(accountId, month, kind) })
      before = statement.closing
    }
  })

  it('are printed so that opening + movements = closing, to the paisa', async () => {
    for (const of of ['wallet', 'commission'] as const)
      for (const { accountId } of world.payers) {
        const statement = await statements()[of]({ accountId, environment: 'production', month: '2026-02' })
        const { opening, closing, lines, totals } = Written.parse(
          JSON.parse(await textOf(statements().write(statement, 'json'))),
        )
        let balance = paise(opening)
        for (const line of lines) {
          balance += paise(line.amount)
          expect(paise(line.balance)).toBe(balance)
        }
        expect(balance).toBe(paise(closing))
        const moved = Object.values(totals).reduce((sum, { amount }) => sum + paise(amount), paise(opening))
        expect(moved).toBe(paise(closing))
      }
  })

  it('are the same rows as CSV, and nothing in them is a formula', async () => {
    const [{ accountId }] = world.payers
    const request = { accountId, environment: 'production', month: '2026-03' } as const
    const statement = await statements().wallet(request)
    const rows = (await textOf(statements().write(statement, 'csv'))).trimEnd().split('\r\n')
    expect(rows).toHaveLength(3 + (await linesOf(statement)).length)
    expect(rows[0]).toBe('day,at,kind,endpoint,count,reference,reason,amount,balance')
    expect(rows.filter((row) => row.split(',').some((cell) => /^"?[=@]/.test(cell)))).toEqual([])
  })

  it('write a reason that looks like a formula as text', async () => {
    // Wallets and months of adjustments are random, but there are some.
    const texts: string[] = []
    for (const { accountId } of world.payers) {
      for (const [month] of MONTHS) {
        const statement = await statements().wallet({ accountId, environment: 'production', month })
        texts.push(await textOf(statements().write(statement, 'csv')))
      }
    }
    expect(texts.some((text) => text.includes(`"'=a correction, ""quoted"""`))).toBe(true)
  })

  it('of the current month are provisional, and of a month before the account are empty', async () => {
    const [{ accountId }] = world.payers
    const of = (month: string) => statements().wallet({ accountId, environment: 'production', month })
    expect(await of('2026-04')).toMatchObject({ provisional: true, opening: ends.get(`${accountId} 2026-03`) })
    const early = await of('2025-12')
    expect(early).toMatchObject({ opening: zero, closing: zero })
    expect(await linesOf(early)).toEqual([])
    await expect(of('2026-13')).rejects.toMatchObject({ code: 'STATEMENT_MONTH_INVALID' })
    const nobody = statements().wallet({ accountId: 'nobody', environment: 'production', month: '2026-01' })
    await expect(nobody).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
