import {
  Accounts,
  defineErrorTable,
  defineOperation,
  definePlugin,
  defineScope,
  forbidden,
  Keys,
  PAGE_FIELDS,
  pageOf,
  type Role,
} from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

const read = defineScope('notes:read', { for: 'branch', summary: 'See notes' })
const write = defineScope('notes:write', { for: 'branch', summary: 'Write notes', includes: ['notes:read'] })
const purge = defineScope('notes:purge', { for: 'operators', summary: 'Purge notes' })
const errors = defineErrorTable('notes', {
  NOTE_NOT_FOUND: 'There is no note {id}',
  NOTE_TOO_LONG: 'The note is too long',
  NOTE_LOCKED: 'The note is locked',
  NOTE_GONE: { text: 'The note is gone', status: 410 },
})

const getNote = defineOperation({
  ...{ id: 'notes.get', effect: 'read', summary: 'Get the note of a key', scope: read, path: '/notes/{key_id}' },
  input: z.object({ key_id: z.string(), words: z.int().default(5), full: z.boolean().exactOptional() }),
  output: z.object({ key_id: z.string(), words: z.int(), actor: z.string() }),
  whose: { owner: async ({ key_id }, { keys }) => (await keys.get(key_id))?.key.accountId ?? null },
  needs: { keys: Keys },
  handle: async ({ input: { key_id, words }, actor }) => ({ key_id, words, actor, secret: 'never sent' }),
})
const setNote = defineOperation({
  ...{
    id: 'notes.set',
    effect: 'write',
    summary: 'Set the note of an account',
    scope: write,
    path: '/accounts/{account_id}/notes',
  },
  input: z.object({
    account_id: z.string(),
    text: z.string().max(5),
    copies: z.array(z.object({ to_account_id: z.string() })).default([]),
  }),
  output: z.object({ once: z.string().nullable() }),
  whose: { account: 'account_id', reach: 'below' },
  idempotent: true,
  needs: {},
  async handle({ input, once, viewer }) {
    if (input.text === 'gone') throw errors.error('NOTE_GONE')
    if (input.text === 'none') throw errors.error('NOTE_NOT_FOUND', { id: '1' })
    if (input.text === 'mine' && !(await viewer.isSuperAdmin())) throw forbidden('Super admins say mine')
    return { once }
  },
})
const purgeNotes = defineOperation({
  ...{ id: 'notes.purge', effect: 'write', summary: 'Purge notes', scope: purge, path: '/notes/purge' },
  ...{ input: z.object({}), output: z.object({ ok: z.boolean() }), whose: 'operators', needs: {} },
  handle: async () => ({ ok: true }),
})
const listNotes = defineOperation({
  ...{ id: 'notes.list', effect: 'read', summary: 'List notes', scope: read, path: '/notes' },
  ...{ input: z.object(PAGE_FIELDS), output: pageOf(z.object({ id: z.string() })), whose: 'everyone', needs: {} },
  handle: async ({ input, viewer }) => ({
    items: ((await viewer.branch()) ?? ['all']).slice(0, input.limit).map((id) => ({ id })),
    next_cursor: null,
  }),
})
const burnNotes = defineOperation({
  ...{ id: 'notes.burn', effect: 'write', summary: 'Burn notes', scope: null },
  ...{ input: z.object({}), output: z.object({ ok: z.boolean() }), whose: 'everyone', needs: {} },
  handle: async () => ({ ok: true }),
})
const notes = definePlugin({
  id: 'notes',
  contract: 1,
  operations: [getNote, setNote, purgeNotes, listNotes, burnNotes],
  errors: [errors],
})

describe('an operation without HTTP', () => {
  let test: Awaited<ReturnType<typeof createTestHost>>
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    test = await createTestHost({ plugins: [notes()] })
    const make = async (name: string, role: Role, parentId: string | null) => {
      const { id } = await test.host.get(Accounts).create({ name, role, parentId, actor: 'test' })
      ids[name] = id
      ids[`key of ${name}`] = (await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })).key.id
    }
    await make('reseller', 'distributor', null)
    await make('shop', 'retailer', ids['reseller'] ?? '')
    await make('stranger', 'distributor', null)
  })
  afterAll(() => test.host.stop())
  const as = (name: string, scopes?: readonly string[]) => ({
    ...{ accountId: ids[name] ?? '', actor: `admin:${name}` },
    ...(scopes ? { scopes } : {}),
  })
  const keyOf = (name: string) => ({ key_id: ids[`key of ${name}`] ?? '' })

  it('gives the parsed output, with the defaults of the input, and names who asked', async () => {
    const note = await test.host.run(getNote, keyOf('shop'), { operator: 'asha' })
    expect(note).toEqual({ ...keyOf('shop'), words: 5, actor: 'asha' })
  })

  it('shows an account what is its own and below it, and answers an unknown id as one of another branch', async () => {
    expect(await test.host.run(getNote, keyOf('shop'), as('reseller'))).toMatchObject(keyOf('shop'))
    const told = async (key_id: string, by: Parameters<typeof test.host.run>[2] = as('reseller')) =>
      await test.host.run(getNote, { key_id }, by).catch(({ code, message }) => [code, message])
    expect(await told(keyOf('stranger').key_id)).toEqual(['NOT_FOUND', 'There is nothing of this id'])
    expect(await told('unknown')).toEqual(['NOT_FOUND', 'There is nothing of this id'])
    expect(await told('unknown', { operator: 'asha' })).toEqual(['NOT_FOUND', 'There is no key unknown'])
  })

  it('checks every account that the input names, at any depth, before it says what else is wrong', async () => {
    const asked = (copy: string | undefined, by: Parameters<typeof test.host.run>[2] = as('reseller')) =>
      test.host.run(
        setNote,
        { account_id: ids['shop'] ?? '', text: 'much too long', copies: [{ to_account_id: copy ?? '' }] },
        by,
      )
    for (const id of [ids['stranger'], 'unknown'])
      await expect(asked(id)).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'There is nothing of this id' })
    await expect(asked('unknown', { operator: 'asha' })).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', message: 'There is no account unknown (to_account_id)' },
    })
    await expect(asked(ids['shop'])).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      faults: [{ path: 'text', message: 'must have at most 5 characters' }],
    })
  })

  it('reaches only accounts below its own where it says so', async () => {
    const asked = { account_id: ids['reseller'] ?? '', text: 'hi' }
    await expect(test.host.run(setNote, asked, as('reseller'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await test.host.run(setNote, asked, { operator: 'asha', once: 'k1' })).toEqual({ once: 'k1' })
  })

  it('refuses unknown fields and texts that no database keeps, each by its name', async () => {
    const refused = async (more: object) =>
      await test.host
        .run('notes.set', { account_id: ids['shop'], text: 'hi', ...more }, { operator: 'asha' })
        .catch(({ faults }) => faults)
    expect(await refused({ colour: 'red' })).toMatchObject([
      { path: 'colour', message: 'is not a field of this request' },
    ])
    expect(await refused({ text: 'a\0' })).toMatchObject([{ path: 'text', message: 'must not have a NUL character' }])
  })

  it('needs its scope, which another may include', async () => {
    const withScopes = (scopes: readonly string[]) => test.host.run(getNote, keyOf('shop'), as('shop', scopes))
    await expect(withScopes(['keys:read'])).rejects.toMatchObject({
      ...{
        code: 'SCOPE_MISSING',
        message: 'This credential has not the scope notes:read, or its account may not have it',
      },
    })
    expect(await withScopes(['notes:read'])).toMatchObject(keyOf('shop'))
    expect(await withScopes(['notes:write'])).toMatchObject(keyOf('shop'))
    await expect(test.host.run(purgeNotes, {}, as('shop'))).rejects.toMatchObject({ code: 'SCOPE_MISSING' })
    expect(await test.host.run(purgeNotes, {}, { operator: 'asha' })).toEqual({ ok: true })
  })

  it('is run by no credential where it has no scope, whatever scopes that has; an operator without one runs it', async () => {
    const { host } = test
    expect(host.scopes.map(({ id }) => id).sort()).toEqual(['notes:purge', 'notes:read', 'notes:write'])
    for (const by of [as('reseller'), as('reseller', ['*']), { operator: 'admin:console', scopes: ['*'] }])
      await expect(host.run(burnNotes, {}, by)).rejects.toMatchObject({
        ...{ code: 'FORBIDDEN', message: expect.stringContaining('No credential may do this') },
      })
    expect(await host.run(burnNotes, {}, { operator: 'asha' })).toEqual({ ok: true })
  })

  it('limits a list to the branch of who asks', async () => {
    const { items } = await test.host.run(listNotes, {}, as('reseller'))
    expect(items.map(({ id }) => id).sort()).toEqual([ids['reseller'], ids['shop']].sort())
  })

  it('hides from an account why an id is not found, and from nobody another code of its plugin', async () => {
    const set = (text: string, by: Parameters<typeof test.host.run>[2]) =>
      test.host.run(setNote, { account_id: ids['shop'] ?? '', text }, by)
    await expect(set('none', as('reseller'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(set('none', { operator: 'asha' })).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' })
    await expect(set('gone', as('reseller'))).rejects.toMatchObject({ code: 'NOTE_GONE' })
    await expect(set('mine', as('reseller'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('has the status of its code by table, ending, or 409; what no table has is hidden', () => {
    const { host } = test
    expect(
      ['NOTE_GONE', 'NOTE_NOT_FOUND', 'NOTE_TOO_LONG', 'NOTE_LOCKED'].map((code) => host.errorStatus(code)),
    ).toEqual([410, 404, 422, 409])
    expect(host.errorStatus('NOTE_LOCKED', { NOTE_LOCKED: 423 })).toBe(423)
    expect([host.errorStatus('NOBODY_KNOWS_THIS'), host.errorStatus('SERVICE_MISSING')]).toEqual([undefined, undefined])
  })

  it('is refused by a name that the host does not have, with the nearest one', async () => {
    await expect(test.host.run('notes.gett', {}, { operator: 'asha' })).rejects.toMatchObject({
      code: 'OPERATION_NOT_HOSTED',
      message: expect.stringContaining('notes.get'),
    })
  })
})
