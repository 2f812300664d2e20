import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENGINES } from '../../test/databases.ts'
import { type LedgerBench, openLedgerBench } from '../../test/ledger-bench.ts'

const ENTRY = 'parakh_ledger_entry'
const Entry = z.looseObject({ id: z.unknown(), ledger_account: z.string() })

describe.each(ENGINES)('the versions of entries on %s', (_, makeDatabase) => {
  let bench: LedgerBench
  beforeAll(async () => {
    bench = await openLedgerBench(await makeDatabase())
    await bench.pay(4)
  })
  afterAll(() => bench.close())

  const entryOf = async (version: number | null) => {
    const { id: _id, ...entry } = Entry.parse(await bench.tables(ENTRY).where({ version }).orderBy('id').first())
    return entry
  }

  it('are unique in a wallet: the database refuses a second entry of one, whoever writes it', async () => {
    const before = await bench.tables(ENTRY).orderBy('id')
    const twin = { ...(await entryOf(2)), transaction_id: 'twin' }
    await expect(bench.tables(ENTRY).insert(twin)).rejects.toThrow(/unique/i)
    const renumbered = bench.tables(ENTRY).where({ ledger_account: twin.ledger_account, version: 3 })
    await expect(renumbered.update({ version: 2 })).rejects.toThrow(/unique/i)
    expect(await bench.tables(ENTRY).orderBy('id')).toEqual(before)
  })

  it('are of one wallet: another account or environment has its own, and what no wallet is has none', async () => {
    const twin = { ...(await entryOf(2)), transaction_id: 'own', amount: 0 }
    const contra = { ...(await entryOf(null)), transaction_id: 'own', amount: 0 }
    const others = [{ ...twin, environment: 'sandbox' }, { ...twin, ledger_account: 'wallet:another' }, contra, contra]
    await bench.tables(ENTRY).insert(others)
    expect(await bench.tables(ENTRY).where({ transaction_id: 'own' })).toHaveLength(4)
    await bench.tables(ENTRY).where({ transaction_id: 'own' }).delete()
    expect(await bench.store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })
})
