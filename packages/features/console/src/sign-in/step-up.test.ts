import analytics from '@parakh/analytics'
import { Accounts } from '@parakh/core'
import funding from '@parakh/funding'
import invoicing from '@parakh/invoicing'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import webhooks from '@parakh/webhooks'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from '../../test/browser.ts'
import { type ConsolePlace, type ConsoleProcess, consolePlace, invited } from '../../test/console-world.ts'

const MINUTES_10 = 600_000
describe('a proof of the last ten minutes', () => {
  let place: ConsolePlace
  let process: ConsoleProcess
  beforeAll(async () => {
    place = await consolePlace('sqlite3')
    const limited = funding({ twoOperatorsAbove: '1000.00' })
    process = await place.open({ plugins: [analytics(), limited, invoicing(), plans(), resale(), webhooks()] })
  })
  afterAll(() => place.end())

  it('is needed for what redirects money or data, or changes prices or standing', async () => {
    const operator = await invited(process, { email: 'chief@ops.example', role: 'admin', accountId: null })
    const { secret } = (await operator.admin('POST', '/me/totp')).body
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: place.clock.now().getTime() })
    await operator.admin('POST', '/me/totp/confirm', { code: codeNow() })
    const owner = process.browser()
    const { account_id } = (await owner.signUp('bala@acme.example')).body
    const hook = { environment: 'sandbox', url: 'https://hooks.acme.example/in' }
    const { id } = (await owner.admin('POST', `/accounts/${account_id}/webhooks`, hook)).body
    const attempts = [
      [owner, 'PATCH', `/webhooks/${id}`, { url: 'https://eve.example/in' }],
      [owner, 'DELETE', `/webhooks/${id}`, undefined],
      [owner, 'POST', `/accounts/${account_id}/rename`, { name: 'Eve' }],
      [
        owner,
        'PUT',
        `/accounts/${account_id}/billing`,
        { name: 'Eve', address: 'Delhi', state_code: '07', gstin: null },
      ],
      [owner, 'PATCH', `/accounts/${account_id}/wallets/sandbox/threshold`, { percent: null }],
      [operator, 'POST', `/accounts/${account_id}/suspend`, {}],
      [operator, 'POST', `/accounts/${account_id}/close`, {}],
      [operator, 'POST', '/prices', { endpoint: 'ifsc', role: 'developer', price: '1.00' }],
      [operator, 'POST', '/subjects/find', { identifier: 'AAAPA0000A' }],
      [operator, 'GET', `/accounts/${account_id}/kyc/files/none`, undefined],
    ] as const
    place.clock.advance(MINUTES_10)
    for (const [browser, method, path, body] of attempts) {
      const { status, code } = await browser.admin(method, path, body)
      expect([path, status, code]).toEqual([path, 403, 'STEP_UP_REQUIRED'])
    }
    expect((await owner.admin('GET', `/webhooks/${id}`)).body.url).toBe(hook.url)
    const proof = await operator.post('/session/proof', { method: 'totp', code: codeNow() })
    expect(proof.status).toBe(200)
    expect((await operator.admin('POST', `/accounts/${account_id}/suspend`, {})).body.status).toBe('suspended')
  })

  it('is needed for production keys, and not for keys of the sandbox', async () => {
    const browser = process.browser()
    const { account_id } = (await browser.signUp('asha@acme.example')).body
    await process.server.host.get(Accounts).approveKyc(account_id)
    const create = async (environment: string) => await browser.admin('POST', '/keys', { account_id, environment })
    const { key_id } = (await create('production')).body
    place.clock.advance(MINUTES_10)
    expect((await create('sandbox')).status).toBe(201)
    const refused = await create('production')
    expect([refused.status, refused.body.error]).toMatchObject([403, { code: 'STEP_UP_REQUIRED', methods: ['code'] }])
    expect((await browser.admin('POST', `/keys/${key_id}/rotate`, {})).code).toBe('STEP_UP_REQUIRED')
    expect((await browser.admin('PATCH', `/keys/${key_id}`, { label: 'x' })).code).toBe('STEP_UP_REQUIRED')
    expect((await browser.admin('POST', `/keys/${key_id}/revoke`)).status).toBe(200)
  })

  it('is no help to a role without production', async () => {
    const { id: accountId } = await process.server.host.get(Accounts).create({ name: 'Acme', role: 'developer' })
    await process.server.host.get(Accounts).approveKyc(accountId)
    const as = { email: 'dev@acme.example', role: 'developer', accountId }
    const developer = await invited(process, as)
    const create = (by: Browser, environment: string) =>
      by.admin('POST', '/keys', { account_id: accountId, environment })
    expect((await create(developer, 'production')).code).toBe('FORBIDDEN')
    expect((await create(developer, 'sandbox')).status).toBe(201)
    const trusted = await invited(process, { ...as, email: 'lead@acme.example', production: true })
    const { key_id } = (await create(trusted, 'production')).body
    for (const act of ['revoke', 'rotate'])
      expect((await developer.admin('POST', `/keys/${key_id}/${act}`)).code).toBe('FORBIDDEN')
  })

  it('leaves production to every other role that may write keys, as its proof does', async () => {
    const { id: accountId } = await process.server.host.get(Accounts).create({ name: 'Acme', role: 'developer' })
    await process.server.host.get(Accounts).approveKyc(accountId)
    const admin = await invited(process, { email: 'boss@acme.example', role: 'admin', accountId })
    const key = { account_id: accountId, environment: 'production' }
    expect((await admin.admin('POST', '/keys', key)).status).toBe(201)
  })

  it('does not make two operators of one person', async () => {
    const operator = async (email: string) => {
      const browser = await invited(process, { email, role: 'finance', accountId: null })
      const { secret } = (await browser.admin('POST', '/me/totp')).body
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: place.clock.now().getTime() })
      await browser.admin('POST', '/me/totp/confirm', { code })
      return browser
    }
    const [asha, bina] = [await operator('asha@ops.example'), await operator('bina@ops.example')]
    const { id } = await process.server.host.get(Accounts).create({ name: 'Acme', role: 'developer' })
    const url = `/accounts/${id}/wallets/production/credits`
    const asked = await asha.admin('POST', url, { amount: '5000.00', reference: 'utr-1' })
    expect(asked.body).toMatchObject({ credited: false })
    const approve = `/funding/${asked.body.waiting_funding_id}/approve`
    expect((await asha.admin('POST', approve)).code).toBe('FUNDING_SAME_OPERATOR')
    expect((await bina.admin('POST', approve)).body).toMatchObject({ state: 'credited' })
  })
})
