import { Accounts, defineCommand, defineOperation, definePlugin, defineScope, type Scope, token } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it } from 'vitest'
import * as z from 'zod'

const scope = defineScope('toys:read', { for: 'branch', summary: 'See toys' })
const toy = (
  id: `${string}.${string}`,
  more: { path?: string; scope?: Scope; name?: string; method?: 'GET' | 'POST' } = {},
) =>
  defineOperation({
    ...{
      id,
      effect: 'read',
      summary: 'Get a toy',
      scope: more.scope ?? scope,
      path: (more.path ?? `/toys/${id}`) as '/toys',
    },
    ...{ input: z.object({ toy_id: z.string().exactOptional() }), output: z.object({}), whose: 'everyone', needs: {} },
    ...(more.name === undefined ? {} : { command: { name: more.name } }),
    ...(more.method ? { method: more.method } : {}),
    handle: async () => ({}),
  })

async function faultsOf(plugins: readonly ReturnType<ReturnType<typeof definePlugin>>[]): Promise<readonly string[]> {
  const made = await createTestHost({ plugins }).catch(
    (error: { faults?: { code: string; path: string; message: string }[] }) => error,
  )
  if ('host' in made) {
    await made.host.stop()
    return []
  }
  return (made.faults ?? []).map(({ code, path, message }) => `${code} at ${path}: ${message}`)
}

it('two operations of one id, of one route or of one command are refused at once, each with both plugins', async () => {
  const wind = defineCommand({ name: 'wind', summary: 'Wind', args: z.object({}), needs: {}, run: async () => ({}) })
  const one = definePlugin({
    id: 'one',
    contract: 1,
    commands: [wind],
    operations: [toy('toys.get', { path: '/toys/{toy_id}' }), toy('toys.a')],
  })
  const two = definePlugin({
    ...{ id: 'two', contract: 1 },
    operations: [
      toy('toys.a', { path: '/b' }),
      toy('toys.b', { path: '/toys/{toy_id}' }),
      toy('toys.c', { name: 'one wind' }),
      toy('toys.d', { name: 'toys get' }),
    ],
  })
  const faults = await faultsOf([one(), two()])
  expect(faults.map((fault) => fault.replace(/ of an operation.*/, ''))).toEqual([
    'OPERATION_DUPLICATE at plugins.two: The id "toys.a"',
    'OPERATION_DUPLICATE at plugins.two: The command "toys a"',
    'OPERATION_DUPLICATE at plugins.two: The route "GET /toys/{}"',
    'OPERATION_DUPLICATE at plugins.two: The command "one wind"',
    'OPERATION_DUPLICATE at plugins.two: The command "toys get"',
  ])
  expect(faults[0]).toContain('is claimed by both "one" and "two". Allowed: each once')
})

it('the same path may be read and written', async () => {
  const both = [toy('toys.get', { path: '/toys' }), toy('toys.set', { path: '/toys', method: 'POST' })]
  expect(await faultsOf([definePlugin({ id: 'one', contract: 1, operations: both })()])).toEqual([])
})

it('a scope that two plugins declare differently is refused; equal declarations are one', async () => {
  const equal = defineScope('toys:read', { for: 'branch', summary: 'See toys' })
  const wider = defineScope('toys:read', { for: 'operators', summary: 'See toys' })
  const plugin = (id: string, of: Scope) =>
    definePlugin({ id, contract: 1, operations: [toy(`${id}.get`, { scope: of })] })()
  expect(await faultsOf([plugin('one', scope), plugin('two', equal)])).toEqual([])
  expect(await faultsOf([plugin('one', scope), plugin('two', wider)])).toEqual([
    'SCOPE_CONFLICT at plugins.two: The scope "toys:read" is declared differently by "one" and "two". Allowed: one declaration, or equal ones',
  ])
})

it('an operation needs what somebody provides', async () => {
  const absent = token<string>('toys.shelf')
  const lacking = defineOperation({
    ...{
      id: 'toys.get',
      effect: 'read',
      summary: 'Get a toy',
      scope,
      path: '/toys',
      input: z.object({}),
      output: z.object({}),
    },
    ...{ whose: 'everyone', needs: { absent, accounts: Accounts }, handle: async () => ({}) },
  })
  expect(await faultsOf([definePlugin({ id: 'one', contract: 1, operations: [lacking] })()])).toEqual([
    'SERVICE_MISSING at plugins.one: Nothing provides "toys.shelf", which the operation "toys.get" needs',
  ])
})
