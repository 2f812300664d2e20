import {
  type AdminRequest,
  AdminSchemes,
  defineErrorTable,
  defineOperation,
  definePlugin,
  defineScope,
} from '@parakh/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const errors = defineErrorTable('badges', { BADGE_WRONG: { text: 'The badge is not genuine', status: 401 } })
const seen: AdminRequest[] = []
const scope = defineScope('badges:read', { for: 'branch', summary: 'See badges' })
const ask = { effect: 'read', scope, input: z.object({}), needs: {} } as const
const mine = defineOperation({
  ...{ ...ask, id: 'badges.mine', summary: 'See the own badge', path: '/me/badge', whose: 'person' },
  output: z.object({ person: z.string(), actor: z.string() }),
  handle: async ({ person, actor }) => ({ person: person?.id ?? '', actor }),
})
const guarded = defineOperation({
  ...{ ...ask, id: 'badges.guarded', summary: 'See all', path: '/badges', whose: 'everyone', stepUp: true },
  output: z.object({}),
  handle: async () => ({}),
})
const badges = definePlugin({
  ...{ id: 'badges', contract: 1, errors: [errors], operations: [mine, guarded] },
  contributes: ['x-badge', 'x-pass'].map((name) =>
    AdminSchemes.contribute({
      ...{ id: name, needs: {} },
      make: () => ({
        carries: ({ headers }) => headers[name] !== undefined,
        async identify(request) {
          seen.push(request)
          if (request.headers[name] !== 'genuine') throw errors.error('BADGE_WRONG')
          const person = { id: 'asha', sessionId: 's', steppedUpAt: null, methods: ['totp'], production: false }
          return { actor: 'person:asha', accountId: '', scopes: ['badges:read'], person }
        },
      }),
    }),
  ),
})

describe('a scheme of the admin API', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ plugins: [badges()] })
  })
  afterAll(() => test.close())
  beforeEach(() => seen.splice(0))
  const as = (headers: Readonly<Record<string, string>>, url = '/me/badge', token: string | null = null) =>
    test.ask({ url, as: token, headers })

  it('proves who calls, and the operation knows the person', async () => {
    const answered = await as({ 'x-badge': 'genuine', host: 'Console.Example:8443' })
    expect([answered.status, answered.json()]).toEqual([200, { person: 'asha', actor: 'person:asha' }])
    expect(seen).toMatchObject([{ method: 'GET', host: 'console.example:8443', ip: '127.0.0.1' }])
  })

  it('refuses by its own codes, with their statuses, also on paths that nobody serves', async () => {
    for (const url of ['/me/badge', '/nothing']) {
      const refused = await as({ 'x-badge': 'forged' }, url)
      expect([refused.status, refused.json().error.code], url).toEqual([401, 'BADGE_WRONG'])
    }
  })

  it('is refused beside a token and beside another scheme, before either is read', async () => {
    const refused = [
      await as({ 'x-badge': 'genuine' }, '/me/badge', test.operator),
      await as({ 'x-badge': 'genuine', 'x-pass': 'genuine' }),
    ]
    for (const { status, json } of refused) expect([status, json().error.code]).toEqual([400, 'TWO_CREDENTIALS'])
    expect(seen).toEqual([])
  })

  it('opens to a person without an account nothing of any account', async () => {
    const { id } = await test.account('developer')
    const listed = await as({ 'x-badge': 'genuine' }, '/accounts')
    expect([listed.status, listed.json().error.code]).toEqual([403, 'SCOPE_MISSING'])
    expect((await as({ 'x-badge': 'genuine' }, `/accounts/${id}`)).status).toBe(403)
  })

  it('tells a person that must prove itself the methods that it has', async () => {
    const refused = await as({ 'x-badge': 'genuine' }, '/badges')
    expect(refused.status).toBe(403)
    expect(refused.json().error).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['totp'] })
    expect((await as({}, '/badges', test.operator)).status).toBe(200)
  })

  it('leaves tokens out of what is about a person', async () => {
    const refused = await as({}, '/me/badge', test.operator)
    expect([refused.status, refused.json().error.code]).toEqual([403, 'FORBIDDEN'])
  })
})
