import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { databaseOn, type OwnDatabase } from '../../../../test/databases.ts'
import { configurationWith, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

/** With a plugin whose migration puts a row in, and whose tables have no row numbers on SQLite. */
const CONFIG = configurationWith("'@parakh/analytics': {}")

let cli: TestCli & { readonly account: string }
let postgres: OwnDatabase
beforeEach(async () => {
  cli = await testCliWithAccount(CONFIG)
  postgres = await databaseOn('pg')
  const address = 'connection' in postgres.options ? postgres.options.connection : ''
  await writeFile(
    join(cli.folder, 'new.yaml'),
    CONFIG.replace(/^database: .*$/m, `database: { client: pg, connection: '${address}' }`),
  )
  await mkdir(join(cli.folder, 'back'))
  await writeFile(join(cli.folder, 'back.yaml'), CONFIG.replace('./data/test.db', './back/test.db'))
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

it('refuses a new configuration with other secrets, before anything is written', async () => {
  const file = join(cli.folder, 'new.yaml')
  await writeFile(file, (await readFile(file, 'utf8')).replace('a pepper for tests alone', 'another pepper of tests'))
  const refused = await cli.parakh('database', 'copy', '--to', 'new.yaml')
  expect(refused.err).toMatch(/secrets\.pepper "1".*DATABASE_COPY_SECRETS/)
  expect(refused.err).not.toContain('pepper for tests')
})
