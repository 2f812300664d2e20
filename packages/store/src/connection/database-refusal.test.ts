import { isParakhError } from '@parakh/core'
import { expect, it } from 'vitest'
import { ENGINES } from '../../test/databases.ts'
import { openTables } from '../../test/ledger-bench.ts'
import { openStore } from '../../test/store-bench.ts'

/** Replaces a table by a view, so that every write to it is refused. */
const BROKEN = ['audit', 'account', 'money_state', 'wallet', 'job']

it.each(ENGINES)('on %s an error of the database has a code and no SQL', async (_, make) => {
  const own = await make()
  const store = await openStore(own)
  const tables = openTables(own)
  for (const name of BROKEN) await tables.raw(`alter table parakh_${name} rename to broken_${name}`)
  const operations: Readonly<Record<string, () => Promise<unknown>>> = {
    accounts: () => store.accounts.create({ name: 'Any', role: 'developer' }),
    money: () => store.money.stop('stopped', 'test'),
    ledger: () => store.ledger.verify(),
    wallet: () => store.wallet.balance('a', 'production'),
    jobs: () => store.jobs.schedule('any', 0),
  }
  for (const [name, run] of Object.entries(operations)) {
    const error = await run().then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect([name, isParakhError(error) && error.code]).toEqual([name, 'OPERATION_REFUSED'])
    expect(String(error)).not.toMatch(/select|insert|update|parakh_/i)
  }
  await tables.destroy()
  await store.close()
  await own.drop()
})
