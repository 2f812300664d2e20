import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flagsOf } from '../../test/command-flags.ts'
import { Placeholders } from '../../test/placeholders.ts'
import { type RecordedStep, readGroup, writeGroup } from '../../test/recorded-group.ts'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'
import { withHost } from '../host/open-host.ts'
import { buildProgram } from '../program.ts'

/** One group: `npx vitest run packages/cli/src/commands/recorded-commands.test.ts -t 'keys:'`. */
const GROUPS = [
  ...['accounts', 'admin', 'analytics', 'audit', 'commissions', 'consents', 'costs', 'funding', 'invoices', 'keys'],
  ...['kyc', 'plans', 'prices', 'quote', 'statements', 'usage', 'wallets', 'webhooks'],
]

/** With `RECORD=1` the results are written in place of the comparison: for new steps. */
const records = process.env['RECORD'] === '1'

const EVERYTHING = `${CONFIGURATION.replace(
  "'@parakh/pan': {}",
  "'@parakh/pan': { consent: { notice: '2026-01', standing: true } }, '@parakh/gateway-razorpay': {}",
)}
invoicing: { seller: { name: Acme Verify, gstin: 29AAGCB7383J1Z4, stateCode: "29", address: Bengaluru } }
funding:
  upi: { vpa: acme@okbank, name: Acme }
  gateways: { razorpay: { use: razorpay, webhookSecret: whsec-of-a-test-0001 } }
webhooks: { allowInsecure: true, allowTargets: [127.0.0.1] }
`

const INDIA_MS = 19_800_000

describe.each(GROUPS)('%s:', (group) => {
  let cli: TestCli & { readonly account: string }
  beforeEach(async () => {
    cli = await testCliWithAccount(EVERYTHING)
  })
  afterEach(() => cli[Symbol.asyncDispose]())

  it('has its commands, arguments and options', async () => {
    const commands = await currentCommands(cli, group)
    const recorded = await readGroup(group)
    if (records) return await writeGroup(group, { ...recorded, commands })
    expect(Object.keys(commands)).toEqual(expect.arrayContaining(Object.keys(recorded.commands)))
    for (const [command, options] of Object.entries(recorded.commands)) {
      const current = commands[command] ?? []
      // Further options are no break, unless they are required.
      expect(current, command).toEqual(expect.arrayContaining([...options]))
      expect(
        current.filter((option) => option.endsWith(', required') && !options.includes(option)),
        command,
      ).toEqual([])
    }
  })

  it('has the fields of --json', async () => {
    const names = new Placeholders()
    const today = new Date(Date.now() + INDIA_MS).toISOString()
    names.set('account', cli.account)
    names.set('folder', cli.folder)
    const found: RecordedStep[] = []
    const recorded = await readGroup(group)
    for (const step of recorded.steps) {
      const line = names
        .show(step.line)
        .replaceAll('{today}', today.slice(0, 10))
        .replaceAll('{month}', today.slice(0, 7))
      const fields = step.isCommand ? names.hide(await jsonOf(cli, line)) : await prepare(cli, line)
      // Further fields are no break.
      if (!records) expect(fields, step.line).toMatchObject(step.fields)
      found.push({ ...step, fields: { ...(fields as object) } })
    }
    if (records) await writeGroup(group, { ...recorded, steps: found })
  })
})

async function currentCommands(cli: TestCli, group: string): Promise<ReturnType<typeof flagsOf>> {
  const session = { terminal: cli.terminal(), exitCode: 0, log: null }
  const program = await buildProgram(session, { version: '0.0.0', groups: [group] })
  return Object.assign({}, ...program.commands.map((command) => flagsOf(command, command.name())))
}

/** Words are separated by spaces; `"..."` is one word. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)

async function jsonOf(cli: TestCli, line: string): Promise<unknown> {
  const { code, out, err } = await cli.parakh(...wordsOf(line), '--json')
  expect({ code, err }, line).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

/** `call KEY ENDPOINT INPUT`, `file NAME TEXT`. */
async function prepare(cli: TestCli, line: string): Promise<object> {
  const [, verb = '', first = '', rest = ''] = /^(\w+) (\S+) (.*)$/.exec(line) ?? []
  if (verb === 'file') await writeFile(join(cli.folder, first), rest.replaceAll('\\n', '\n'))
  if (verb === 'call') {
    const [, endpoint = '', input = ''] = /^(\S+) (.*)$/.exec(rest) ?? []
    await withHost({ terminal: cli.terminal(), exitCode: 0, log: null }, {}, async (host) => {
      const { status } = await host.call(endpoint, JSON.parse(input), { keyId: first })
      expect(status, line).toBe(200)
    })
  }
  return {}
}
