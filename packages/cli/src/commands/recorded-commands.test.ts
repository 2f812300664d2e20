import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flagsOf } from '../../test/command-flags.ts'
import { Placeholders } from '../../test/placeholders.ts'
import { GATEWAY_SECRET, prepare } from '../../test/preparations.ts'
import { type Receiver, receiver } from '../../test/receiver.ts'
import { type RecordedStep, readGroup, writeGroup } from '../../test/recorded-group.ts'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'
import { buildProgram } from '../program.ts'
import { groupNamed } from './command-tree.ts'
import { addConfiguredCommands } from './configured-commands.ts'

/** One group: `npx vitest run packages/cli/src/commands/recorded-commands.test.ts -t 'keys:'`. */
const GROUPS = [
  ...['accounts', 'admin', 'analytics', 'audit', 'commissions', 'consents', 'costs', 'funding', 'invoices', 'keys'],
  ...['kyc', 'plans', 'prices', 'quote', 'statements', 'usage', 'wallets', 'webhooks'],
]

/** With `RECORD=1` the results are written in place of the comparison: for new steps. */
const records = process.env['RECORD'] === '1'

/** A clock that `> later DAYS` moves on. */
const CLOCK = `
import { existsSync, readFileSync } from 'node:fs'
import { Clock, decorate, definePlugin } from '@parakh/core'
const file = new URL('later', import.meta.url)
const laterMs = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) * 86_400_000 : 0)
const wrap = (clock) => ({ now: () => new Date(clock.now().getTime() + laterMs()), monotonicMs: () => clock.monotonicMs() })
export default definePlugin({ id: 'later', contract: 1, decorates: [decorate(Clock, { id: 'later', needs: {}, wrap })] })
`

const EVERYTHING = CONFIGURATION.replace(
  /^plugins: .*$/m,
  `plugins:
  '@parakh/ifsc': {}
  '@parakh/pan': { consent: { notice: '2026-01', standing: true } }
  ./later.mjs: {}
  '@parakh/analytics': {}
  '@parakh/documents': {}
  '@parakh/funding':
    upi: { vpa: acme@okbank, name: Acme }
    gateways: { razorpay: { use: razorpay, webhookSecret: ${GATEWAY_SECRET} } }
  '@parakh/gateway-razorpay': {}
  '@parakh/invoicing': { seller: { name: Acme Verify, gstin: 29AAGCB7383J1Z4, stateCode: "29", address: Bengaluru } }
  '@parakh/plans': {}
  '@parakh/resale': {}
  '@parakh/webhooks': { allowInsecure: true, allowTargets: [127.0.0.1] }`,
)

const INDIA_MS = 19_800_000

describe.each(GROUPS)('%s:', (group) => {
  let cli: TestCli & { readonly account: string }
  let hook: Receiver
  beforeEach(async () => {
    hook = await receiver()
    cli = await testCliWithAccount(CONFIGURATION)
    await writeFile(join(cli.folder, 'later.mjs'), CLOCK)
    await writeFile(join(cli.folder, 'parakh.yaml'), EVERYTHING)
    await cli.parakh('migrate')
  })
  afterEach(async () => {
    await cli[Symbol.asyncDispose]()
    await hook[Symbol.asyncDispose]()
  })

  it('has its commands, arguments and options', async () => {
    const commands = await currentCommands(cli, group)
    const recorded = await readGroup(group)
    if (records) return await writeGroup(group, { ...recorded, commands })
    expect(Object.keys(commands)).toEqual(expect.arrayContaining(Object.keys(recorded.commands)))
    for (const [command, options] of Object.entries(recorded.commands)) {
      const current = new Map(commands[command]?.map((option) => [nameOf(option), option]))
      // A required option may become optional, and further optional ones are no break.
      for (const option of options)
        expect([option, option.replace(REQUIRED, '')], command).toContain(current.get(nameOf(option)))
      for (const option of options) current.delete(nameOf(option))
      expect(
        [...current.values()].filter((option) => option.endsWith(REQUIRED)),
        command,
      ).toEqual([])
    }
  })

  it('has the fields of --json', async () => {
    const names = new Placeholders()
    const today = new Date(Date.now() + INDIA_MS).toISOString()
    names.set('account', cli.account)
    names.set('folder', cli.folder)
    names.set('hook', hook.url)
    const found: RecordedStep[] = []
    const recorded = await readGroup(group)
    for (const step of recorded.steps) {
      const line = names
        .show(step.line)
        .replaceAll('{today}', today.slice(0, 10))
        .replaceAll('{month}', today.slice(0, 7))
      const fields = step.isCommand ? names.hide(await jsonOf(cli, line)) : {}
      if (!step.isCommand) await prepare(cli, line)
      // Further fields are no break.
      if (!records) expect(fields, step.line).toMatchObject(step.fields)
      found.push({ ...step, fields: { ...(fields as object) } })
    }
    if (records) await writeGroup(group, { ...recorded, steps: found })
  })
})

const REQUIRED = ', required'
/** `--environment` of `--environment sandbox|production, required`. */
const nameOf = (option: string): string | undefined => option.split(/[ ,]/)[0]

async function currentCommands(cli: TestCli, group: string): Promise<ReturnType<typeof flagsOf>> {
  const session = { terminal: cli.terminal(), exitCode: 0, log: null }
  const program = await buildProgram(session, { version: '0.0.0', group })
  await addConfiguredCommands(program, session, { words: [group], config: undefined, help: false, isBuiltIn: false })
  const command = groupNamed(program, [group])
  return command ? flagsOf(command, group) : {}
}

/** Words are separated by spaces; `"..."` is one word. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)

async function jsonOf(cli: TestCli, line: string): Promise<unknown> {
  const { code, out, err } = await cli.parakh(...wordsOf(line), '--json')
  expect({ code, err }, line).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}
