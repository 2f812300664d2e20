import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCli } from '../../test/test-cli.ts'

/** A driver that has reservations and nothing else, and an endpoint that gives back what a call was charged. */
const PLUGIN = `
import { Calls, defineEndpoint, definePlugin, inr, micro, modern, walletDriver } from '@parakh/core'
import * as z from 'zod'
const none = async () => undefined
const driver = walletDriver({
  id: 'plain', options: z.strictObject({ connection: z.string().min(1) }), needs: {},
  make: () => ({
    balance: async () => ({ available: micro(0) }), reserve: async () => ({ kind: 'insufficient' }),
    capture: none, release: none,
  }),
})
const giveBack = defineEndpoint({
  id: 'give-back', method: 'POST', path: '/give-back', group: 'Refunds', summary: 'Give back', envelope: modern,
  price: inr('0.50'), request: z.object({ id: z.string() }), data: z.object({ id: z.string() }), needs: { calls: Calls },
  handle: async ({ request, answer }) => answer(request), fixtures: [{ scenario: 'success', request: { id: '1' } }],
})
export default definePlugin({ id: 'plain-wallet', contract: 1, contributes: [driver], endpoints: [giveBack] })
`
const withWallet = (wallet: string) =>
  `${CONFIGURATION.replace("'@parakh/pan': {}", "'./plain.mjs': {}")}wallet: ${wallet}\n`

const withPlugin = (configuration: string, plugin: string) =>
  configuration.replace("'./plain.mjs': {}", `'./plain.mjs': {}, ${plugin}`)

describe('config check of the wallet section', () => {
  let cli: TestCli
  beforeEach(async () => {
    cli = await testCli()
    await writeFile(join(cli.folder, 'plain.mjs'), PLUGIN)
  })
  afterEach(() => cli[Symbol.asyncDispose]())
  const refusal = async (configuration: string) => {
    await writeFile(join(cli.folder, 'parakh.yaml'), configuration)
    const { code, err } = await cli.parakh('config', 'check')
    expect(code, err).toBe(2)
    return err
  }

  it('names the drivers that are allowed where it knows none of that name, or none is named', async () => {
    const unknown = await refusal(withWallet('{ use: plan, connection: x }'))
    expect(unknown).toMatch(/wallet\.use: .*did you mean "plain".*Allowed: ledger, plain.*DRIVER_UNKNOWN/)
    expect(await refusal(withWallet('{ connection: x }'))).toMatch(/wallet\.use: .*Allowed: ledger, plain/)
    expect(await refusal(withWallet('plain'))).toMatch(/wallet: /)
  })

  it('names each option of the driver that is wrong, and what is allowed', async () => {
    const told = await refusal(withWallet('{ use: plain, conection: x }'))
    expect(told).toMatch(/wallet\.conection: is not a known field.*Allowed: connection/)
    expect(told).toMatch(/wallet\.connection: /)
  })

  it('tells at once everything that needs what the driver cannot do, and why', async () => {
    const told = await refusal(
      withPlugin(
        withWallet('{ use: plain, connection: x }'),
        "'@parakh/funding': { upi: { vpa: acme@okbank, name: Acme } }",
      ),
    )
    expect(told).toMatch(
      /plugins\.@parakh\/funding: .*"funding" needs "credit" of "core\.wallets" \(funding puts money into wallets\).*line \d+.*CAPABILITY_MISSING/,
    )
    expect(told).toMatch(
      /plugins.*"plain-wallet" needs "refund" of "core\.wallets" \(the endpoint "give-back" may give back.*CAPABILITY_MISSING/,
    )
    for (const line of told.split('\n').filter((one) => one.includes('CAPABILITY_MISSING')))
      expect(line).toMatch(/\(driver plain\) does not have\. Allowed: ledger/)
    expect(told).toContain('2 fault(s)')
  })

  it('takes plans with fees, which every driver can pay', async () => {
    await writeFile(join(cli.folder, 'plain.mjs'), PLUGIN.replace(', endpoints: [giveBack]', ', endpoints: []'))
    await writeFile(
      join(cli.folder, 'parakh.yaml'),
      withPlugin(withWallet('{ use: plain, connection: x }'), "'@parakh/plans': { offered: {} }"),
    )
    expect(await cli.parakh('config', 'check')).toMatchObject({ code: 0, err: '' })
  })
})
