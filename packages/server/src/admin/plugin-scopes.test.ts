import { defineOperation, definePlugin, defineScope } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const notes = definePlugin({
  id: 'notes',
  contract: 1,
  operations: [
    defineOperation({
      ...{ id: 'notes.count', effect: 'read', summary: 'Count notes', path: '/notes/count', whose: 'everyone' },
      scope: defineScope('notes:read', { for: 'branch', summary: 'See notes' }),
      ...{ input: z.object({}), output: z.object({ count: z.int() }), needs: {} },
      handle: async () => ({ count: 3 }),
    }),
  ],
})
let test: AdminForTest
beforeAll(async () => {
  test = await adminForTest({ plugins: [notes()] })
})
afterAll(() => test.close())

it('a credential may have the scope of a plugin, by name, and no other thing with it', async () => {
  const { id } = await test.account('distributor')
  const { secret } = await test.credential(id, ['notes:read'])
  const counted = await test.ask({ url: '/notes/count', as: secret })
  expect([counted.status, counted.json()]).toEqual([200, { count: 3 }])
  expect((await test.ask({ url: '/accounts', as: secret })).json().error.code).toBe('SCOPE_MISSING')
})

it('a credential without it is refused', async () => {
  const { secret } = await test.credential(null, ['accounts:read'])
  const refused = await test.ask({ url: '/notes/count', as: secret })
  expect([refused.status, refused.json().error.code]).toEqual([403, 'SCOPE_MISSING'])
})

it('a credential cannot have a scope that no operation has, and is told which there are', async () => {
  await expect(test.credential(null, ['notes:write'])).rejects.toMatchObject({
    code: 'ADMIN_TOKEN_INVALID',
    message: expect.stringMatching(/"notes:write" is no scope\. Allowed: \*, .*accounts:read.*notes:read/),
  })
})
