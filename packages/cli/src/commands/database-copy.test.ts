import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseOn, type OwnDatabase } from '../../../../test/databases.ts'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli & { readonly account: string }
let postgres: OwnDatabase
beforeEach(async () => {
  cli = await testCliWithAccount()
  postgres = await databaseOn('pg')
  const address = 'connection' in postgres.options ? postgres.options.connection : ''
  await writeFile(
    join(cli.folder, 'new.yaml'),
    CONFIGURATION.replace(/^database: .*$/m, `database: { client: pg, connection: '${address}' }`),
  )
  await mkdir(join(cli.folder, 'back'))
  await writeFile(join(cli.folder, 'back.yaml'), CONFIGURATION.replace('./data/test.db', './back/test.db'))
})
afterEach(async () => {
  await cli[Symbol.asyncDispose]()
  await postgres.drop()
})

it('moves accounts, money and the head of the ledger to PostgreSQL, and back', async () => {
  await cli.parakh(
    'wallets',
    'credit',
    '--account',
    cli.account,
    '--environment',
    'sandbox',
    '--amount',
    '25',
    '--reference',
    'first',
  )
  const head = (await cli.parakh('ledger', 'close', '--json')).json()
  const copied = await cli.parakh('database', 'copy', '--to', 'new.yaml', '--json')
  expect(copied.json()).toEqual({ ok: true, tables: expect.any(Number), rows: expect.any(Number), head })
  const back = await cli.parakh('database', 'copy', '--config', 'new.yaml', '--to', 'back.yaml')
  expect(back.out).toMatch(/^Copied \d+ rows of \d+ tables, and compared each\.\n/)
  for (const config of ['new.yaml', 'back.yaml']) {
    const shown = await cli.parakh(
      'wallets',
      'show',
      '--account',
      cli.account,
      '--environment',
      'sandbox',
      '--config',
      config,
      '--json',
    )
    expect(shown.json()).toMatchObject({ balance: '125.00' })
    expect((await cli.parakh('ledger', 'verify', '--config', config, '--json')).json()).toMatchObject({
      ok: true,
      head,
    })
  }
  const again = await cli.parakh('database', 'copy', '--to', 'new.yaml')
  expect([again.code, again.err]).toEqual([expect.any(Number), expect.stringContaining('DATABASE_COPY_NOT_EMPTY')])
})
