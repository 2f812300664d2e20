import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TestCli, testCliWithAccount } from '../../test/test-cli.ts'
import { run } from '../index.ts'

let cli: TestCli & { readonly account: string }
let headers: Record<string, string>
beforeEach(async () => {
  cli = await testCliWithAccount()
  const made = await cli.parakh('keys', 'create', '--account', cli.account, '--environment', 'sandbox', '--json')
  const key = made.json<{ api_key: string; api_secret: string }>()
  headers = { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret }
})
afterEach(() => cli[Symbol.asyncDispose]())

async function serve(...args: string[]) {
  const terminal = cli.terminal()
  const ended = run(['node', 'parakh', 'serve', '--port', '0', '--json', ...args], terminal)
  await vi.waitFor(() => expect(terminal.written.out).toContain('\n'), { timeout: 60_000 })
  const { url } = JSON.parse(terminal.written.out)
  const end = async (): Promise<void> => {
    terminal.signal()
    expect(await ended).toBe(0)
  }
  return { url: String(url), terminal, end }
}

/** Makes a call, by default a paid one. */
async function call(url: string, options: { requestId?: string; path?: string } = {}) {
  const { requestId, path = 'bank-ifsc-details?ifsc=KKBK0000261' } = options
  const response = await fetch(`${url}/api/v1/${path}`, {
    headers: { ...headers, ...(requestId === undefined ? {} : { 'x-request-id': requestId }) },
  })
  const body: unknown = await response.json()
  return { status: response.status, id: response.headers.get('x-request-id') ?? '', text: JSON.stringify(body) }
}
const calls = (url: string, count: number) => Promise.all(Array.from({ length: count }, () => call(url)))

/** Runs `parakh ledger …`, also if it fails. */
const ledger = (...args: string[]) => cli.parakh('ledger', ...args)

it('is rehearsed: a backup under load, calls that are lost, a restore, a comparison, and calls again', async () => {
  const before = await serve()
  const [first] = await calls(before.url, 10)
  await ledger('close')
  await writeFile(join(cli.folder, 'head.json'), (await ledger('head', '--json')).out)
  const loading = calls(before.url, 10)
  const backup = await cli.parakh('backup', 'backup.db', '--json')
  expect(backup.json()).toMatchObject({ ok: true, head: { period: 1 } })
  const since = String(JSON.parse(backup.out).taken_at)
  expect((await loading).map(({ status }) => status)).toEqual(Array(10).fill(200))
  const [lost] = await calls(before.url, 5)
  await ledger('close')
  await writeFile(join(cli.folder, 'newer.json'), (await ledger('head', '--json')).out)
  await before.end()

  const database = join(cli.folder, 'data', 'test.db')
  for (const part of ['', '-wal', '-shm']) await rm(`${database}${part}`, { force: true })
  await copyFile(join(cli.folder, 'backup.db'), database)
  const { url, terminal, end } = await serve('--recovery')
  expect(terminal.written.err).toContain(String(JSON.parse((await ledger('head', '--json')).out).hash))
  const refused = await call(url)
  expect(refused).toMatchObject({ status: 503, text: expect.stringContaining('MONEY_IN_RECOVERY') })
  expect(await call(url, { path: 'balance' })).toMatchObject({ status: 200 })
  expect(await call(url, { requestId: String(first?.id) })).toMatchObject({ status: 200, text: first?.text })
  const ready = await fetch(`${url}/readyz`)
  expect(await ready.json()).toEqual({ status: 'money_in_recovery' })

  const reason = ['--reason', 'restored after the fire']
  expect((await ledger('resume', ...reason)).err).toContain('HEAD_REQUIRED')
  const cut = await ledger('resume', ...reason, '--head', 'newer.json')
  expect(cut).toMatchObject({ code: 1 })
  expect(cut.err).toContain('the ledger is cut')
  expect((await ledger('resume', ...reason, '--head', 'f'.repeat(64))).err).toContain('LEDGER_NOT_VERIFIED')
  expect(await call(url)).toMatchObject({ status: 503 })
  const resumed = await ledger('resume', ...reason, '--head', 'head.json', '--since', since, '--json')
  expect(resumed.json()).toMatchObject({ money: 'on', reason: 'restored after the fire', lost: { from: since } })

  await vi.waitFor(async () => expect((await call(url)).status).toBe(200), { timeout: 60_000 })
  // It is unknown whether this call ran: its id is of the lost time span.
  const again = await call(url, { requestId: String(lost?.id) })
  expect(again).toMatchObject({ status: 409, text: expect.stringContaining('REQUEST_ID_EXPIRED') })
  expect((await ledger('verify', '--head', 'head.json', '--json')).json()).toMatchObject({ ok: true, broken: [] })
  await end()
}, 90_000)

it('reports an invalid head, time or file before it opens anything', async () => {
  expect(await ledger('verify', '--head', 'nowhere.json')).toMatchObject({ code: 2, out: '' })
  await writeFile(join(cli.folder, 'empty.json'), '{"period":0,"hash":null}')
  expect((await ledger('verify', '--head', 'empty.json')).err).toContain('is not a head')
  expect(await ledger('archive', '--before', 'yesterday', '--to', 'a.gz')).toMatchObject({ code: 2 })
  expect((await ledger('head')).out).toContain('No period is closed yet')
  expect((await cli.parakh('backup', 'parakh.yaml')).err).toContain('BACKUP_EXISTS')
})

it('archives closed periods, and verifies with the file and without', async () => {
  await ledger('close')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const made = await ledger('archive', '--before', tomorrow, '--to', 'old.jsonl.gz', '--json')
  expect(made.json()).toMatchObject({ ok: true, first_period: 1, last_period: 1, entries: 2 })
  expect((await ledger('verify', '--json')).json()).toMatchObject({ ok: true, entries: 0, periods: 1 })
  const archive = join(cli.folder, 'old.jsonl.gz')
  expect((await ledger('verify', '--archive', archive, '--json')).json()).toMatchObject({ ok: true, entries: 2 })
})
