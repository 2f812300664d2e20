import { inr } from '@parakh/core'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import type { Database } from '../connection/database.ts'
import { migrate } from '../migrations/migrate.ts'
import { createWalletLedger, MOST_ENTRIES } from './create-wallet-ledger.ts'

const environment = 'production'
const AT = Date.parse('2026-03-10T00:00:00Z')
const CALLS = 3 * MOST_ENTRIES
/** A node of a plan that reads a table as a whole. */
const SCANNED = /Seq Scan on [^"]*ledger_entry|\bSCAN (e|[a-z_]*ledger_entry)\b/
/** Either index: of versions, or of refunds by their call. */
const BY_INDEX = { versions: /parakh_entry_version/, refunds: /parakh_refund_of_call/ }

/** A wallet with a credit, then charges, of which one was refunded. */
async function fill({ knex, table }: Database, accountId: string, charges: number): Promise<void> {
  await knex(table('wallet')).insert({ account_id: accountId, environment })
  const rows = Array.from({ length: charges + 1 }, (_, place) => ({
    ...{ environment, ledger_account: `wallet:${accountId}`, actor: 'test', price_version: '', at: AT + place },
    ...{ transaction_id: `${accountId}-${place}`, request_id: `r-${place}`, kind: place === 0 ? 'credit' : 'charge' },
    ...{ version: place + 1, previous: place, balance: place + 1, amount: inr('1') },
  }))
  const last = { ...rows[0], kind: 'refund', version: charges + 2, at: AT + charges + 9, amount: inr('1') }
  await knex.batchInsert(table('ledger_entry'), [...rows, { ...last, transaction_id: `${accountId}-5` }], 60)
}

eachEngine('the entries of a wallet with a long history', (database) => {
  const ledger = () => createWalletLedger(database())
  let prepared: Promise<void> | undefined
  const ready = () => {
    prepared ??= (async () => {
      await migrate(database())
      for (const [id, charges] of [['long', CALLS] as const, ['other', 90] as const])
        await fill(database(), id, charges)
      await database().knex.raw('analyze')
    })()
    return prepared
  }
  const wallet = { accountId: 'long', environment } as const

  it('are searched for a rare kind in bounded pages, until it is found', async () => {
    await ready()
    const found: number[] = []
    const pages: number[] = []
    for (let before: number | null = CALLS + 3; before !== null; ) {
      const page = await ledger().page(wallet, { before, kind: 'credit', limit: 50 })
      found.push(...page.entries.map(({ version }) => version))
      pages.push(before)
      before = page.next
    }
    expect(found).toEqual([1])
    for (const [place, before] of pages.entries())
      expect((pages[place - 1] ?? before) - before).toBeLessThanOrEqual(MOST_ENTRIES)
    expect(pages.length).toBe(4)
  })

  it('of a call are its charge at its moment, and what came back whenever that was', async () => {
    await ready()
    const [charge, refund, ...more] = await ledger().ofCall({ ...wallet, reference: 'long-5', chargedAt: AT + 5 })
    expect(more).toEqual([])
    expect([charge?.version, charge?.kind, refund?.version, refund?.kind]).toEqual([6, 'charge', CALLS + 2, 'refund'])
    expect(await ledger().ofCall({ ...wallet, reference: 'other-5', chargedAt: AT + 5 })).toEqual([])
    expect(await ledger().ofCall({ ...wallet, reference: 'long-7', chargedAt: null })).toEqual([])
  })

  it('are read by indexes alone', async () => {
    await ready()
    const { knex, dialect } = database()
    const sent: { readonly sql: string; readonly bindings?: readonly unknown[] }[] = []
    const note = ({ sql, bindings }: (typeof sent)[number]) => void sent.push({ sql, bindings: bindings ?? [] })
    knex.on('query', note)
    const times = { from: AT + 100, until: AT + 30_000 }
    await ledger().page(wallet, { limit: 50, ...times, kind: 'charge', reference: 'r-9' })
    await ledger().ofCall({ ...wallet, reference: 'long-5', chargedAt: AT + 5 })
    knex.removeListener('query', note)
    const reads = sent.filter(({ sql }) => /^select/i.test(sql))
    expect(reads.length).toBeGreaterThan(5)
    for (const { sql, bindings = [] } of reads) {
      const explain = dialect === 'pg' ? 'explain' : 'explain query plan'
      const given = bindings.map((value) => (typeof value === 'number' ? value : String(value)))
      const plan = JSON.stringify(await knex.raw(`${explain} ${sql.replaceAll(/\$\d+/g, '?')}`, given))
      expect(plan, sql).not.toMatch(SCANNED)
      expect(plan, sql).toMatch(sql.includes(`e.kind = 'refund'`) ? BY_INDEX.refunds : BY_INDEX.versions)
    }
  })
})
