import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

let cli: TestCli
afterEach(() => cli[Symbol.asyncDispose]())

it('issues an admin token once, lists it without its secret, and revokes it', async () => {
  const made = await testCliWithAccount()
  cli = made
  const tokens = (...rest: readonly string[]) => cli.parakh('admin', 'tokens', ...rest, '--json')
  const scopes = ['--scopes', 'accounts:read,usage:read']
  const issued = await tokens('create', '--name', 'console', '--account', made.account, ...scopes, '--as', 'asha')
  const { token, ...credential } = issued.json<{ token: string; token_id: string }>()
  expect(token).toMatch(/^adm_[0-9A-Za-z]{36}$/)
  expect(credential).toMatchObject({
    ...{ name: 'console', account_id: made.account, scopes: ['accounts:read', 'usage:read'], status: 'active' },
    expires_at: null,
  })
  const listed = await tokens('list')
  expect(listed.json()).toMatchObject({ tokens: [credential] })
  expect(listed.out).not.toContain(token)
  expect((await cli.parakh('admin', 'tokens', 'list')).out).toContain('console')
  expect((await tokens('revoke', credential.token_id)).json()).toMatchObject({ ok: true, status: 'revoked' })
  expect((await tokens('list')).json<{ tokens: object[] }>().tokens).toMatchObject([{ status: 'revoked' }])
})

it('lists the scopes, and refuses others', async () => {
  const made = await testCliWithAccount()
  cli = made
  const { scopes } = (await cli.parakh('admin', 'tokens', 'scopes', '--json')).json<{ scopes: object[] }>()
  expect(scopes).toContainEqual({ scope: 'wallets:write', for: 'operators', summary: 'Credit and adjust wallets' })
  const unknown = await cli.parakh('admin', 'tokens', 'create', '--name', 'x', '--scopes', 'everything')
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('accounts:read') })
  const wide = ['--name', 'x', '--account', made.account, '--scopes', 'wallets:write']
  const refused = await cli.parakh('admin', 'tokens', 'create', ...wide)
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('wallets:write is for operators')
})

const NOTES = `
import { defineOperation, definePlugin, defineScope } from '@parakh/core'
import * as z from 'zod'
const scope = defineScope('notes:read', { for: 'branch', summary: 'See notes' })
const count = defineOperation({
  id: 'notes.count', effect: 'read', summary: 'Count notes', scope, path: '/notes/count', whose: 'everyone',
  input: z.object({}), output: z.object({ count: z.int() }), needs: {}, handle: async () => ({ count: 3 }),
})
export default definePlugin({ id: 'notes', contract: 1, operations: [count] })
`

it('gives the scopes of the plugins of the configuration, by name', async () => {
  const made = await testCliWithAccount(CONFIGURATION)
  cli = made
  const create = (name: string) =>
    cli.parakh('admin', 'tokens', 'create', '--name', name, '--scopes', 'notes:read', '--json')
  expect(await create('early')).toMatchObject({ code: 2, err: expect.stringContaining('"notes:read" is no scope') })
  await writeFile(join(cli.folder, 'notes.mjs'), NOTES)
  const listed = CONFIGURATION.replace("'@parakh/pan': {}", "'@parakh/pan': {}, './notes.mjs': {}")
  await writeFile(join(cli.folder, 'parakh.yaml'), listed)
  expect((await create('notes')).json()).toMatchObject({ scopes: ['notes:read'] })
  expect((await cli.parakh('admin', 'tokens', 'scopes')).out).toMatch(/notes:read +branch +See notes/)
})

it('prints the OpenAPI document of the admin API', async () => {
  cli = await testCliWithAccount()
  const { paths } = (await cli.parakh('openapi', '--admin', '--json')).json<{ paths: object }>()
  expect(Object.keys(paths)).toContain('/admin/v1/accounts/{account_id}')
})
