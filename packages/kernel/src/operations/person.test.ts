import { Accounts, type ActingPerson, defineOperation, definePlugin, defineScope } from '@parakh/core'
import { createTestHost, manualClock } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

const scope = defineScope('safes:write', { for: 'branch', summary: 'Open safes' })
const openSafe = defineOperation({
  ...{ id: 'safes.open', effect: 'write', summary: 'Open a safe', scope, path: '/accounts/{account_id}/safe' },
  input: z.object({ account_id: z.string(), far: z.boolean().default(false) }),
  output: z.object({ person: z.string().nullable(), scopes: z.array(z.string()) }),
  whose: { account: 'account_id' },
  stepUp: ({ far }) => far,
  production: ({ far }) => far,
  needs: {},
  handle: async ({ person, granted }) => ({ person: person?.id ?? null, scopes: [...granted] }),
})
const closeSafe = defineOperation({
  ...{ id: 'safes.close', effect: 'write', summary: 'Close all safes', scope, path: '/safes/close', stepUp: true },
  ...{ input: z.object({}), output: z.object({}), whose: 'everyone', needs: {} },
  handle: async () => ({}),
})
const mine = defineOperation({
  ...{ id: 'safes.mine', effect: 'read', summary: 'See the own key', scope, path: '/me/safe', whose: 'person' },
  ...{ input: z.object({}), output: z.object({ person: z.string() }), needs: {} },
  handle: async ({ person }) => ({ person: person?.id ?? 'nobody' }),
})
const safes = definePlugin({ id: 'safes', contract: 1, operations: [openSafe, closeSafe, mine] })

describe('an operation that a person runs', () => {
  const clock = manualClock()
  let test: Awaited<ReturnType<typeof createTestHost>>
  let account_id: string
  beforeAll(async () => {
    test = await createTestHost({ plugins: [safes()], clock })
    account_id = (await test.host.get(Accounts).create({ name: 'Acme', role: 'developer', actor: 'test' })).id
  })
  afterAll(() => test.host.stop())
  const asha = (secondsAgo: number | null, scopes: readonly string[] = ['*']) => {
    const steppedUpAt = secondsAgo === null ? null : new Date(clock.now().getTime() - secondsAgo * 1_000)
    const person: ActingPerson = {
      ...{ id: 'p-asha', sessionId: 's-1', steppedUpAt, methods: ['totp', 'code'], production: true },
    }
    return { accountId: account_id, actor: 'person:p-asha', scopes, person }
  }

  it('is refused without a proof of the last ten minutes, and told by which methods it can be given', async () => {
    for (const as of [asha(null), asha(600)])
      await expect(test.host.run(closeSafe, {}, as)).rejects.toMatchObject({
        code: 'STEP_UP_REQUIRED',
        message: expect.stringContaining('totp, code'),
        details: { methods: ['totp', 'code'] },
      })
    expect(await test.host.run(closeSafe, {}, asha(599))).toEqual({})
  })

  it('is asked for a proof only by the inputs that need one, and only for what it may see', async () => {
    const open = (far: boolean, id = account_id) => test.host.run(openSafe, { account_id: id, far }, asha(null))
    expect(await open(false)).toMatchObject({ person: 'p-asha' })
    await expect(open(true)).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
    await expect(open(true, 'unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is refused what uses production where its role does not say so, whatever its proofs', async () => {
    const open = (production: boolean) => {
      const as = asha(0)
      return test.host.run(openSafe, { account_id, far: true }, { ...as, person: { ...as.person, production } })
    }
    await expect(open(false)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await open(true)).toMatchObject({ person: 'p-asha' })
  })

  it('changes nothing where it only reads, whatever its scopes', async () => {
    const as = asha(0)
    const seeing = { ...as, person: { ...as.person, readsOnly: true } }
    await expect(test.host.run(closeSafe, {}, seeing)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await test.host.run(mine, {}, seeing)).toEqual({ person: 'p-asha' })
  })

  it('is not asked of tokens and of the command line', async () => {
    const { person: _, ...token } = asha(null)
    expect(await test.host.run(openSafe, { account_id, far: true }, token)).toEqual({ person: null, scopes: ['*'] })
    expect(await test.host.run(closeSafe, {}, { operator: 'asha' })).toEqual({})
  })

  it('tells its handler the scopes, so that nobody gives away more than it has', async () => {
    const { scopes } = await test.host.run(openSafe, { account_id }, asha(null, ['safes:write']))
    expect(scopes).toEqual(['safes:write'])
  })

  it('is refused to all but persons where it is about the person itself, and has no command', async () => {
    expect(await test.host.run(mine, {}, asha(null))).toEqual({ person: 'p-asha' })
    const { person: _, ...token } = asha(null)
    for (const as of [token, { operator: 'asha' }])
      await expect(test.host.run(mine, {}, as)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(mine.command).toBeNull()
  })
})
