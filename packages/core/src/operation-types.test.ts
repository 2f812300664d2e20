import { expect, it } from 'vitest'
import * as z from 'zod'
import { defineOperation, defineScope, Keys, type Operation, operationFile, pageOf } from './index.ts'

const scope = defineScope('toys:read', { for: 'branch', summary: 'See toys' })
const base = {
  id: 'toys.get',
  effect: 'read',
  summary: 'Get a toy',
  scope,
  path: '/accounts/{account_id}/toys/{toy_id}',
  input: z.object({ account_id: z.string(), toy_id: z.string(), size: z.int().default(1) }),
  output: z.object({ kind: z.enum(['bear', 'car']) }),
  needs: {},
} as const
const handle = async () => ({ kind: 'bear' as const })

it('an operation refuses, without running, what does not fit its schemas', () => {
  // @ts-expect-error it does not say whose data it touches
  expect(() => defineOperation({ ...base, handle })).toThrow(
    expect.objectContaining({ code: 'OPERATION_INVALID', message: expect.stringContaining('whose data') }),
  )
  // @ts-expect-error no field of the input names that account
  defineOperation({ ...base, whose: { account: 'owner_id' }, handle })
  // @ts-expect-error a number names no account
  defineOperation({ ...base, whose: { account: 'size' }, handle })
  // @ts-expect-error the output has no such kind
  defineOperation({ ...base, whose: 'everyone', handle: async () => ({ kind: 'doll' }) })
  const file = async () => operationFile({ type: 'a/b', name: 'c', bytes: new Uint8Array() })
  // @ts-expect-error no media type of a file is named
  defineOperation({ ...base, whose: 'everyone', handle: file })
  defineOperation({ ...base, whose: 'everyone', handle: file, files: ['a/b'] })
  // @ts-expect-error a positional argument is a field of the input
  defineOperation({ ...base, whose: 'everyone', handle, command: { positional: ['colour'] } })
  const owner = async (ids: { account_id: string; toy_id: string; size: number }) => `${ids.size}`
  // @ts-expect-error the owner is asked with the ids of the path alone
  defineOperation({ ...base, whose: { owner }, handle })
  const { scope: _scope, path: _path, ...unrouted } = base
  defineOperation({ ...unrouted, scope: null, whose: 'everyone', handle })
  // @ts-expect-error without a scope there is no path
  expect(() => defineOperation({ ...base, scope: null, whose: 'everyone', handle })).toThrow(
    expect.objectContaining({ code: 'OPERATION_INVALID', message: expect.stringContaining('scope or a path alone') }),
  )
  // @ts-expect-error a scope needs a path
  expect(() => defineOperation({ ...unrouted, scope, whose: 'everyone', handle })).toThrow(
    expect.objectContaining({ code: 'OPERATION_INVALID' }),
  )
  // @ts-expect-error the path has an id that is no field of the input
  expect(() => defineOperation({ ...base, path: '/toys/{colour}', whose: 'everyone', handle })).toThrow(
    expect.objectContaining({ code: 'OPERATION_INVALID', message: expect.stringContaining('{colour}') }),
  )
})

it('a handler has its input, its needs and who asks with their types, and a run what it answers', async () => {
  const typed = defineOperation({
    ...base,
    whose: { owner: async ({ toy_id }, { keys }) => (await keys.get(toy_id))?.key.accountId ?? null },
    needs: { keys: Keys },
    async handle({ input, viewer, actor, once, keys }) {
      const read: [number, string | null, string, string | null, Keys] = [
        input.size,
        viewer.accountId,
        actor,
        once,
        keys,
      ]
      return { kind: read.length > 0 ? 'bear' : 'car' }
    },
  })
  const asked: Operation<{ account_id: string; toy_id: string; size?: number | undefined }, { kind: 'bear' | 'car' }> =
    typed
  expect([asked.method, asked.parameters, asked.whose]).toEqual(['GET', ['account_id', 'toy_id'], 'owner'])
})

it('a list knows its rows', () => {
  const list = defineOperation({
    ...{ ...base, output: pageOf(z.object({ id: z.string(), size: z.int() })), whose: { account: 'account_id' } },
    handle: async () => ({ items: [], next_cursor: null }),
  })
  expect(Object.keys(list.rows?.shape ?? {})).toEqual(['id', 'size'])
})
