import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestHost } from '@parakh/testkit'
import { testPlugin } from '@parakh/testkit/suites'
import { afterAll, describe, expect, it } from 'vitest'
import { BRANCHES } from './fixtures/branches.ts'
import ifsc from './index.ts'

testPlugin(ifsc)

describe('the IFSC plugin on a host', async () => {
  const { host, keys } = await createTestHost({ plugins: [ifsc()] })
  const folder = await mkdtemp(join(tmpdir(), 'parakh-ifsc-'))
  afterAll(async () => {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(['sandbox', 'production'] as const)(
    'answers true branches in %s without an upstream',
    async (environment) => {
      for (const branch of BRANCHES) {
        const reply = await host.call('bank-ifsc-details', { ifsc: branch.ifsc }, keys[environment])
        expect(reply.data).toEqual(branch)
        expect(reply.body).toMatchObject({ meta: { charged: 0.5, environment } })
      }
    },
  )

  it.each(['sandbox', 'production'] as const)('answers the bank of any other code in %s, free', async (environment) => {
    const reply = await host.call('ifsc-details', { ifsc: 'hdfc0000001' }, keys[environment])
    expect(reply).toMatchObject({ status: 200, outcome: 'answer' })
    expect(reply.body).toMatchObject({
      status: '200',
      amount: '0.00',
      ifsc: 'HDFC0000001',
      details: 'bank',
      data: { BANK: 'HDFC Bank', BRANCH: null, MICR: null, UPI: true, NEFT: null },
    })
  })

  it.each(['sandbox', 'production'] as const)('invents no branch in %s', async (environment) => {
    const modern = await host.call('bank-ifsc-details', { ifsc: 'HDFC0ZZZZZZ' }, keys[environment])
    expect(modern).toMatchObject({ status: 404, code: 'IFSC_NOT_FOUND', outcome: 'none' })
    const legacy = await host.call('ifsc-details', { ifsc: 'HDFC0ZZZZZZ' }, keys[environment])
    expect(legacy).toMatchObject({ status: 400, body: { status: '404', message: 'request failed' } })
  })

  it('invents none for a scenario that the header names either', async () => {
    const reply = await host.call('bank-ifsc-details', { ifsc: 'HDFC0000001' }, keys.sandbox, { scenario: 'success' })
    expect(reply.data).toMatchObject({ ifsc: 'HDFC0000001', bank: 'HDFC Bank', branch: null, details: 'bank' })
  })

  it('answers a branch from the imported table, and charges for it', async () => {
    const file = join(folder, 'IFSC.csv')
    await writeFile(
      file,
      'BANK,IFSC,BRANCH,CENTRE,DISTRICT,STATE,ADDRESS,CONTACT,IMPS,RTGS,CITY,ISO3166,NEFT,MICR,UPI,SWIFT\n' +
        'HDFC Bank,HDFC0000002,A BRANCH,PUNE,PUNE,MAHARASHTRA,"1, A ROAD",,true,true,PUNE,IN-MH,true,411240002,true,\n',
    )
    const command = host.commands.find(({ plugin, command }) => plugin === 'ifsc' && command.name === 'import')
    expect(await command?.run({ file }, () => {})).toMatchObject({ ok: true, rows: 1, added: 1, skipped_count: 0 })
    for (const key of [keys.sandbox, keys.production]) {
      const reply = await host.call('bank-ifsc-details', { ifsc: 'HDFC0000002' }, key)
      expect(reply.data).toMatchObject({
        branch: 'A BRANCH',
        state: 'MAHARASHTRA',
        micr: '411240002',
        details: 'branch',
      })
      expect(reply.body).toMatchObject({ meta: { charged: 0.5 } })
    }
  })
})
