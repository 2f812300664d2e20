import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { type RecordingTerminal, type TestCli, testCli } from '../../test/test-cli.ts'
import { run } from '../index.ts'

let cli: TestCli
beforeEach(async () => {
  cli = await testCli()
})
afterEach(() => cli[Symbol.asyncDispose]())

/** Starts a server and waits for its ready line. */
async function serve(...args: string[]): Promise<{ url: string; terminal: RecordingTerminal; ended: Promise<number> }> {
  const terminal = cli.terminal()
  const ended = run(['node', 'parakh', 'serve', '--port', '0', '--migrate', '--json', ...args], terminal)
  await vi.waitFor(() => expect(terminal.written.out).toContain('\n'), { timeout: 60_000 })
  const { ready, url } = JSON.parse(terminal.written.out)
  expect(ready).toBe(true)
  return { url, terminal, ended }
}

it('refuses a database that is not migrated, and says how to', async () => {
  const refused = await cli.parakh('serve', '--port', '0', '--json')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('parakh migrate')
})

it('serves calls, and exits with 0 at a signal', async () => {
  const { url, terminal, ended } = await serve()
  expect(JSON.parse(terminal.written.out)).toEqual({ ready: true, url })
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(terminal.written.err).toMatch(/default_prices.*verify-pan 2\.00|verify-pan 2\.00.*default_prices/)
  terminal.signal()
  expect(await ended).toBe(0)
  await expect(fetch(`${url}/readyz`)).rejects.toThrow()
  expect(terminal.exits).toEqual([])
})

it('prints the address of a plugin with its own listener', async () => {
  const text = await readFile(join(cli.folder, 'parakh.yaml'), 'utf8')
  await cli[Symbol.asyncDispose]()
  cli = await testCli(`${text}\nserver: { port: 0, listeners: { ifsc: { port: 0 } } }\n`)
  const { terminal, ended } = await serve()
  const { listeners } = JSON.parse(terminal.written.out)
  expect(Object.keys(listeners)).toEqual(['ifsc'])
  expect((await fetch(`${listeners.ifsc}/api/v1/bank-ifsc-details`)).status).toBe(401)
  terminal.signal()
  expect(await ended).toBe(0)
  const shown = cli.terminal()
  const end = run(['node', 'parakh', 'serve'], shown)
  const line = /^Test Verify listens at http:\S+, the plugin ifsc at http:\S+ \(reference page: /
  await vi.waitFor(() => expect(shown.written.out).toMatch(line), { timeout: 60_000 })
  shown.signal()
  expect(await end).toBe(0)
})

it('lets other commands work while it runs, whose keys can call at once', async () => {
  const { url, terminal, ended } = await serve()
  const { account_id } = (await cli.parakh('accounts', 'create', '--name', 'A', '--role', 'developer', '--json')).json()
  const key = (
    await cli.parakh('keys', 'create', '--account', String(account_id), '--environment', 'sandbox', '--json')
  ).json<{ api_key: string; api_secret: string }>()
  const answer = await fetch(`${url}/api/v1/bank-ifsc-details?ifsc=KKBK0000261`, {
    headers: { 'x-api-key': key.api_key, 'x-api-secret': key.api_secret },
  })
  expect(await answer.json()).toMatchObject({ success: true, data: { ifsc: 'KKBK0000261' }, meta: { charged: 0.5 } })
  const shown = await cli.parakh(
    'wallets',
    'show',
    '--account',
    String(account_id),
    '--environment',
    'sandbox',
    '--json',
  )
  expect(shown.json()).toMatchObject({ balance: '99.50' })
  terminal.signal()
  expect(await ended).toBe(0)
})

it('generates development secrets only with --development', async () => {
  const text = await readFile(join(cli.folder, 'parakh.yaml'), 'utf8')
  await cli[Symbol.asyncDispose]()
  cli = await testCli(text.slice(0, text.indexOf('secrets:')))
  expect(await cli.parakh('serve', '--port', '0', '--migrate', '--json')).toMatchObject({ code: 2, out: '' })
  const { terminal, ended } = await serve('--development')
  expect((await cli.parakh('accounts', 'list')).code).toBe(0)
  terminal.signal()
  expect(await ended).toBe(0)
})

describe('standard error of a server in production', () => {
  /** Each line must be a JSON object with a time, a level and an event. */
  const linesOf = ({ written }: RecordingTerminal) =>
    written.err
      .split('\n')
      .filter((line) => line !== '')
      .map((line) =>
        z.looseObject({ time: z.iso.datetime(), level: z.int(), event: z.string() }).parse(JSON.parse(line)),
      )

  it('is JSON lines alone, from the first warning to the last', async () => {
    const { url, terminal, ended } = await serve()
    await fetch(`${url}/api/v1/balance`)
    terminal.signal()
    expect(await ended).toBe(0)
    const events = linesOf(terminal).map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['serve.default_prices', 'request', 'command.draining']))
  })

  it('is JSON lines for faults of the configuration, one each, and for wrong usage', async () => {
    const text = await readFile(join(cli.folder, 'parakh.yaml'), 'utf8')
    await cli[Symbol.asyncDispose]()
    cli = await testCli(`${text}\nserver: { prot: 1, port: 70000 }\n`)
    const terminal = cli.terminal()
    expect(await run(['node', 'parakh', 'serve'], terminal)).toBe(2)
    const wrong = cli.terminal()
    expect(await run(['node', 'parakh', 'serve', '--prot', '1'], wrong)).toBe(2)
    expect(linesOf(wrong)[0]).toMatchObject({
      event: 'command.wrong_usage',
      message: expect.stringContaining('--prot'),
    })
    const [failed, ...faults] = linesOf(terminal)
    expect(failed).toMatchObject({ event: 'command.failed', code: 'INVALID_CONFIGURATION' })
    expect(faults.map(({ event, path }) => `${event} ${String(path)}`).sort()).toEqual([
      'configuration.fault server.port',
      'configuration.fault server.prot',
    ])
  })

  it('is text for a development server', async () => {
    const { terminal, ended } = await serve('--development')
    terminal.signal()
    expect(await ended).toBe(0)
    expect(terminal.written.err).toContain('Draining: calls under way finish and settle.')
  })
})
