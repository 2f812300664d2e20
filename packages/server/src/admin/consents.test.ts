import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { orders } from '../../test/order-plugin.ts'

describe('standing declarations of consent', () => {
  let test: AdminForTest
  let id: string
  let own: string
  beforeAll(async () => {
    test = await adminForTest({ plugins: [orders({ consent: { notice: '2026-01', standing: true } })] })
    id = (await test.account('developer')).id
    own = (await test.credential(id)).secret
  })
  afterAll(() => test.close())
  const url = (verb = '', plugin = 'orders') => `/accounts/${id}/consents/${plugin}${verb}`
  const post = (verb: string, body: object, as = test.operator) =>
    test.ask({ method: 'POST', url: url(verb), as, body })

  it('are written down and ended by operators, and the account sees them', async () => {
    const nothing = { account_id: id, plugin: 'orders', declared: null }
    expect((await test.ask({ url: url(), as: own })).json()).toEqual(nothing)
    const expires_at = '2099-01-01T00:00:00.000Z'
    const declared = { reference: 'agreement-7', notice: '2026-01', actor: 'admin:test-1', expires_at }
    expect((await post('/declare', { reference: 'agreement-7', expires_at })).json()).toEqual({ ...nothing, declared })
    expect((await test.ask({ url: url(), as: own })).json()).toEqual({ ...nothing, declared })
    const { declared: _, ...named } = nothing
    expect((await post('/withdraw', {})).json()).toEqual({ ...named, withdrawn: true })
    expect((await post('/withdraw', {})).json()).toEqual({ ...named, withdrawn: false })
    expect((await test.ask({ url: url(), as: own })).json()).toEqual(nothing)
  })

  it('are not for the account to make, whatever scopes its credential has', async () => {
    for (const [verb, body] of [
      ['/declare', { reference: 'agreement-8' }],
      ['/withdraw', {}],
    ] as const) {
      const refused = await post(verb, body, own)
      expect([refused.status, refused.json().error.code]).toEqual([403, 'SCOPE_MISSING'])
    }
  })

  it.each([['two words'], ['ABCPE1234F'], ['']])(
    'refuses the reference "%s", and repeats no number',
    async (reference) => {
      const refused = await post('/declare', { reference })
      expect([refused.status, refused.json().error.code]).toEqual([422, 'CONSENT_NOT_DECLARED'])
      expect(refused.text).not.toContain('ABCPE')
    },
  )

  it('are refused for a plugin whose policy accepts none', async () => {
    const asked = {
      method: 'POST',
      url: url('/declare', 'other'),
      as: test.operator,
      body: { reference: 'a-1' },
    } as const
    const refused = await test.ask(asked)
    expect([refused.status, refused.json().error.code]).toEqual([422, 'CONSENT_NOT_DECLARED'])
  })
})
