import { beforeAll, expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { checkRange } from './check-range.ts'
import { oddEntries } from './plain-charges.ts'

const POSTINGS = 1_100

eachEngine('entries that are of no plain charge', (database) => {
  beforeAll(async () => {
    const entry = (nth: number, ledger_account: string, amount: number) => ({
      ...{ transaction_id: `t-${nth}`, kind: 'bonus', ledger_account, environment: 'production', amount, at: nth },
      ...{ actor: 'test', request_id: 'q', price_version: '', reason: '' },
    })
    const rows = Array.from({ length: POSTINGS }, (_, nth) => [entry(nth, 'promotions', -5), entry(nth, 'bank', 5)])
    await database().knex.batchInsert(database().table('ledger_entry'), rows.flat(), 50)
  })
  const invariants = async (range: { after: number; through: number }) =>
    (await checkRange(database().knex, database(), range)).map(({ invariant }) => invariant)

  it('are told apart where they are few, and all looked at where they are many', async () => {
    const [few, many] = [
      { after: 0, through: 10 },
      { after: 0, through: 2 * POSTINGS },
    ]
    expect(await oddEntries(database().knex, database(), few)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await oddEntries(database().knex, database(), many)).toBeNull()
    expect([await invariants(few), await invariants(many)]).toEqual([[], []])
    await database().knex(database().table('ledger_entry')).where({ id: 8 }).update({ amount: 6 })
    expect([await invariants(few), await invariants(many)]).toEqual([['I1'], ['I1']])
    await database().knex(database().table('ledger_entry')).where({ id: 8 }).update({ amount: 5, actor: '' })
    expect([await invariants(few), await invariants(many)]).toEqual([['I14'], ['I14']])
  })
})
