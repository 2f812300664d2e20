import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Keys, Store } from '@parakh/core'
import { createServer, loadConfig } from '@parakh/server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

const PAN = 'ABCPE4321F'
let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount(`${CONFIGURATION}retention: { erasureJournal: ./kept/erasures.jsonl }\n`)
})
afterEach(() => cli[Symbol.asyncDispose]())

/** What a server does meanwhile. */
async function served(work: (server: Awaited<ReturnType<typeof createServer>>) => Promise<unknown>) {
  const server = await createServer(await loadConfig(join(cli.folder, 'parakh.yaml')), { logger: false })
  await work(server)
  await server.close()
}
const look = (pan: string) =>
  served(async ({ host }) => {
    const { key } = await host.get(Keys).create({ accountId: cli.account, environment: 'sandbox' })
    expect(await host.call('verify-pan', { pan }, { keyId: key.id })).toMatchObject({ status: 200 })
  })
const subjects = (...args: string[]) => cli.parakh('subjects', ...args)
const found = async (pan: string) => (await subjects('find', pan, '--json')).json<{ calls: object[] }>().calls.length

it('has a person erased again after the restore of an older backup, before money runs', async () => {
  await look(PAN)
  await look('ABCPE9999F')
  await cli.parakh('ledger', 'close')
  const head = ['--head', 'head.json', '--reason', 'restored']
  await writeFile(join(cli.folder, 'head.json'), (await cli.parakh('ledger', 'head', '--json')).out)
  expect(await cli.parakh('backup', 'backup.db')).toMatchObject({ code: 0 })
  cli.typed.push(PAN)
  expect((await subjects('erase', '-', '--json')).json()).toMatchObject({ erased: 1, waiting: [] })
  const journal = join(cli.folder, 'kept', 'erasures.jsonl')
  const written = await readFile(journal, 'utf8')
  expect(written.split('\n')).toHaveLength(2)
  expect(written).not.toContain(PAN)
  // Nobody was found: there is nothing to erase again.
  await subjects('erase', 'ZZZPE0000F')
  expect(await readFile(journal, 'utf8')).toBe(written)

  const database = join(cli.folder, 'data', 'test.db')
  for (const part of ['', '-wal', '-shm']) await rm(`${database}${part}`, { force: true })
  await copyFile(join(cli.folder, 'backup.db'), database)
  await served(({ host }) => host.get(Store).money.stop('recovery', 'restored'))
  expect(await found(PAN)).toBe(1)

  const resume = (...more: string[]) => cli.parakh('ledger', 'resume', ...head, ...more)
  expect((await resume()).err).toContain('ERASURES_NOT_REPLAYED')
  await writeFile(journal, written.replace('"subjects":["1.', '"subjects":["2.'))
  for (const refused of [await resume(), await subjects('replay-journal')])
    expect(refused.err).toContain('ERASURE_JOURNAL_BROKEN')
  await rm(journal)
  expect((await resume()).err).toContain('ERASURE_JOURNAL_MISSING')
  expect(await found(PAN)).toBe(1)
  await writeFile(journal, written)

  const replayed = await subjects('replay-journal', '--as', 'asha', '--json')
  expect(replayed.json()).toEqual({ erasures: 1, erased: 1, waiting: [] })
  expect([await found(PAN), await found('ABCPE9999F')]).toEqual([0, 1])
  expect((await subjects('replay-journal', '--json')).json()).toMatchObject({ erased: 0 })
  const resumed = await resume('--json')
  expect(resumed.json()).toMatchObject({ money: 'on' })
  expect(resumed.err).not.toContain('No erasure journal')
  const audited = await cli.parakh('audit', 'list', '--action', 'subject.replay-journal', '--json')
  expect(audited.out).toContain('"actor":"asha"')
})

it('leaves calls about an erased person that were made after the erasure', async () => {
  await look(PAN)
  await subjects('erase', PAN)
  await look(PAN)
  expect((await subjects('replay-journal', '--json')).json()).toMatchObject({ erasures: 1, erased: 0 })
  expect(await found(PAN)).toBe(1)
})

it('is passed over by a deployer who says that there is none, and is told what that means', async () => {
  await cli.parakh('ledger', 'close')
  await served(({ host }) => host.get(Store).money.stop('recovery', 'restored'))
  const head = String((await cli.parakh('ledger', 'head', '--json')).json()['hash'])
  const resumed = await cli.parakh('ledger', 'resume', '--head', head, '--reason', 'lost', '--without-journal')
  expect(resumed.code).toBe(0)
  expect(resumed.err).toContain('No erasure journal was compared')
})
