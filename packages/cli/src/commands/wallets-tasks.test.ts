import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

/** A wallet that keeps nothing, and answers as a file says. */
const WALLET = `
import { existsSync } from 'node:fs'
import { definePlugin, micro, walletDriver } from '@parakh/core'
import * as z from 'zod'
const away = new URL('away', import.meta.url)
const step = async () => { if (existsSync(away)) throw new Error('away') }
const wallet = {
  balance: async () => { await step(); return { available: micro(7_000_000) } },
  reserve: async () => { await step(); return { kind: 'reserved' } },
  capture: step, release: step, refund: step, credit: step,
}
const driver = walletDriver({
  id: 'own', options: z.strictObject({}), needs: {}, capabilities: ['refund', 'credit'], make: () => wallet,
})
export default definePlugin({ id: 'own-wallet', contract: 1, contributes: [driver] })
`
const EXTERNAL = CONFIGURATION.replace("'@parakh/pan': {}", "'./wallet.mjs': {}").concat('wallet: { use: own }\n')

let cli: TestCli & { readonly account: string }
beforeEach(async () => {
  cli = await testCliWithAccount()
  await writeFile(join(cli.folder, 'wallet.mjs'), WALLET)
  await writeFile(join(cli.folder, 'parakh.yaml'), EXTERNAL)
})
afterEach(() => cli[Symbol.asyncDispose]())

const wallets = (...args: string[]) => cli.parakh('wallets', ...args)
const ofAccount = () => ['--account', cli.account, '--environment', 'production']
const credit = (...more: string[]) =>
  wallets('credit', ...ofAccount(), '--amount', '5.00', '--reference', 'utr-1', ...more)
interface Listed {
  readonly tasks: readonly { readonly key: string }[]
  readonly next: string | null
}
const listed = async (...more: string[]) => (await wallets('tasks', 'list', '--json', ...more)).json<Listed>()

it('lists what the external wallet has still to do, and makes it due', async () => {
  expect(await listed()).toMatchObject({ tasks: [], next: null })
  expect((await wallets('tasks', 'list')).out).toContain('No task is open.')
  expect(await credit('--json')).toMatchObject({ code: 0 })
  const { tasks, next } = await listed()
  expect(tasks).toEqual([
    {
      ...{ key: expect.stringMatching(/^[0-9A-Z]{26}\/credit$/), account_id: cli.account, environment: 'production' },
      ...{ reference: expect.any(String), step: 'credit', amount: '5.00', since: expect.any(String), stuck: false },
      ...{ attempts: 0, next_try: expect.any(String), last_error: null },
    },
  ])
  expect(next).toBeNull()
  expect(await listed('--stuck')).toMatchObject({ tasks: [], next: null })
  const key = `${tasks[0]?.key}`
  expect((await wallets('tasks', 'list')).out).toContain(key)
  expect((await wallets('tasks', 'retry', key, '--json')).json()).toMatchObject({ key, attempts: 0 })
  expect((await wallets('tasks', 'retry', key)).out).toContain('is due')
})

it('ends what was carried out by hand, with a reason and who did it', async () => {
  await credit()
  const key = `${(await listed()).tasks[0]?.key}`
  expect(await wallets('tasks', 'resolve', key, '--json')).toMatchObject({ code: 2, out: '' })
  const resolved = await wallets('tasks', 'resolve', key, '--reason', 'put in by hand', '--as', 'asha', '--json')
  expect(resolved.json()).toMatchObject({ key, amount: '5.00' })
  expect(await listed()).toMatchObject({ tasks: [], next: null })
  const audit = await cli.parakh('audit', 'list', '--action', 'wallet-task.resolve', '--json')
  expect(audit.json()).toMatchObject({ entries: [{ actor: 'asha', after: { task: key, reason: 'put in by hand' } }] })
  const again = await wallets('tasks', 'retry', key, '--json')
  expect(again).toMatchObject({ code: 1, out: '' })
  expect(again.err).toContain('WALLET_TASK_NOT_FOUND')
})

it('tells that a credit reaches the external wallet later, and credits it once', async () => {
  const { out } = await credit()
  expect(out).toContain('Credited 5.00 INR')
  expect(out).toContain('parakh wallets tasks list')
  expect(out).not.toContain('The balance is')
  expect((await credit('--json')).json()).toMatchObject({ balance: '7.00', credited: false, waiting_funding_id: null })
  expect((await listed()).tasks).toHaveLength(1)
})

it('credits although the external wallet is away, and refuses to tell its balance', async () => {
  await writeFile(join(cli.folder, 'away'), '')
  expect((await credit('--json')).json()).toMatchObject({ balance: null, credited: true, waiting_funding_id: null })
  const adjust = ['--amount', '-1.00', '--reference', 'back', '--reason', 'sent back']
  const { out } = await wallets('adjust', ...ofAccount(), ...adjust)
  expect(out).toContain('Adjusted by -1.00 INR')
  const shown = await wallets('show', ...ofAccount(), '--json')
  expect(shown).toMatchObject({ code: 1, out: '' })
  expect(shown.err).toContain('WALLET_UNAVAILABLE')
  expect((await cli.parakh('ledger', 'verify', '--json')).json()).toMatchObject({ ok: true })
})
