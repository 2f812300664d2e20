import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIGURATION, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'

/** A plugin whose operations answer what they were given. */
const SHOP = `
import { defineErrorTable, defineOperation, definePlugin, defineScope, invalidInput, operationFile, pageOf, PAGE_FIELDS } from '@parakh/core'
import * as z from 'zod'
const scope = defineScope('shop:write', { for: 'operators', summary: 'Run the shop' })
const Any = z.record(z.string(), z.unknown())
const of = { scope, whose: 'operators', needs: {} }
const Order = z.object({ order_id: z.string(), quantity: z.int() })
const ORDERS = [1, 2, 3].map((quantity) => ({ order_id: 'o-' + quantity, quantity }))
const echo = defineOperation({
  ...of, id: 'shop.orders.create', effect: 'write', summary: 'Create an order', path: '/shop/orders', idempotent: true,
  input: z.object({
    account_id: z.string().describe('The buyer'),
    to: z.enum(['printed', 'shipped']),
    quantity: z.int().min(1).default(1).describe('How many'),
    gift: z.boolean().default(false),
    labels: z.array(z.string()).nullable().optional(),
    overlap_seconds: z.int().optional(),
    from: z.string().optional(),
    expires_at: z.string().nullable().optional(),
    parts: z.array(z.object({ kind: z.string(), reference: z.string() })).optional(),
    terms: z.string().optional(),
    limit: z.int().nullable().optional(),
  }),
  output: Any,
  command: {
    positional: ['to'],
    options: {
      overlap_seconds: { flag: 'overlap', read: 'duration' }, from: { read: 'time' }, labels: { null: 'none' },
      expires_at: { flag: 'expires', read: 'end', null: 'never' }, terms: { read: 'file', value: '<file>' },
    },
    flags: { unlimited: { summary: 'No limit', sets: { limit: null } } },
    more: (output, { quantity }) => ({ ok: true, quantity }),
  },
  handle: async ({ input, actor, once }) => ({ given: input, actor, once: typeof once }),
})
const retry = defineOperation({
  ...of, id: 'shop.tasks.retry', effect: 'write', summary: 'Retry a task', path: '/shop/tasks/{reference}/{step}',
  input: z.object({ reference: z.string(), step: z.string() }), output: Any,
  command: { positional: [{ name: 'task', fields: ['reference', 'step'], separator: '/' }] },
  handle: async ({ input }) => input,
})
const grant = defineOperation({
  ...of, id: 'shop.grant', effect: 'write', summary: 'Grant endpoints', path: '/shop/grant',
  input: z.object({ account_id: z.string(), endpoints: z.union([z.array(z.string()).min(1), z.literal('all')]) }), output: z.object({}),
  command: { positional: ['account_id', 'endpoints'], flags: { all: { summary: 'Every one', sets: { endpoints: 'all' } } } },
  handle: async () => ({}),
})
const page = async ({ input: { cursor, limit } }) => {
  const start = Number(cursor ?? 0)
  return { items: ORDERS.slice(start, start + limit), next_cursor: start + limit < 3 ? String(start + limit) : null }
}
const Page = z.object({ ...PAGE_FIELDS, limit: z.int().default(2) })
const list = defineOperation({
  ...of, id: 'shop.orders.list', effect: 'read', summary: 'List orders', path: '/shop/orders',
  input: Page, output: pageOf(Order), command: { rows: 'orders' }, handle: page,
})
const listAll = defineOperation({
  ...of, id: 'shop.orders.all', effect: 'read', summary: 'List all orders', path: '/shop/orders/all',
  input: Page, output: pageOf(Order), handle: page,
  command: { all: true, text: ({ items }, { draw }) => draw.table(['N'], items.map(({ quantity }) => [String(quantity)])) },
})
const label = defineOperation({
  ...of, id: 'shop.label', effect: 'read', summary: 'Get a label', path: '/shop/label', files: ['text/csv', 'application/pdf'],
  input: z.object({ format: z.enum(['csv', 'pdf', 'json']) }), output: z.object({ label: z.string() }),
  handle: async ({ input: { format } }) =>
    format === 'json' ? { label: 'L' } : operationFile({ name: 'label', bytes: Buffer.from('a,b'), type: format === 'csv' ? 'text/csv' : 'application/pdf' }),
})
const hidden = defineOperation({
  ...of, id: 'shop.hidden', effect: 'read', summary: 'Hide', path: '/shop/hidden', input: z.object({}), output: z.object({}), command: false,
  handle: async () => ({}),
})
const extra = defineOperation({
  ...of, id: 'accounts.shop', effect: 'read', summary: 'Show the shop of an account', path: '/shop/account',
  input: z.object({}), output: z.object({ shop: z.string(), next_visit: z.string() }), handle: async () => ({ shop: 'Till', next_visit: 'May' }),
})
const errors = defineErrorTable('shop', { ORDER_INVALID: 'to_account_id needs from_calls, not next_visit' })
const refuse = defineOperation({
  ...of, id: 'shop.refuse', effect: 'write', summary: 'Refuse', path: '/shop/{account_id}/refuse', output: z.object({}),
  input: z.object({ account_id: z.string(), to_account_id: z.string(), from_calls: z.array(z.int()), by_rule: z.boolean().default(false) }),
  command: { positional: ['account_id'], options: { to_account_id: { flag: 'to' } } },
  handle: async ({ input: { by_rule } }) => {
    if (by_rule) throw errors.error('ORDER_INVALID')
    throw invalidInput({ 'from_calls.0': 'is not in use', account_id: 'is the same as to_account_id' })
  },
})
const close = defineOperation({
  ...of, scope: null, id: 'shop.close', effect: 'write', summary: 'Close the shop', input: z.object({}), output: z.object({ closed: z.boolean() }),
  handle: async () => ({ closed: true }),
})
export default definePlugin({
  id: 'shop', contract: 1, endpoints: [], errors: [errors],
  operations: [echo, retry, grant, list, listAll, label, hidden, extra, refuse, close],
})
`

describe('the command of an operation', () => {
  let cli: TestCli & { readonly account: string }
  beforeAll(async () => {
    cli = await testCliWithAccount(CONFIGURATION)
    await writeFile(join(cli.folder, 'parakh.yaml'), CONFIGURATION.replace("'@parakh/pan': {}", "'./shop.mjs': {}"))
    await writeFile(join(cli.folder, 'shop.mjs'), SHOP)
    await writeFile(join(cli.folder, 'terms.txt'), 'Paid in advance')
  })
  afterAll(() => cli[Symbol.asyncDispose]())

  const shop = (...words: string[]) => cli.parakh('shop', ...words)
  const create = (...words: string[]) =>
    shop('orders', 'create', 'shipped', '--account', cli.account, '--as', 'asha', '--json', ...words)
  const given = async (...words: string[]) => (await create(...words)).json<{ given: object }>().given

  it('has its input as arguments and options, with their descriptions, choices and defaults', async () => {
    const { code, out } = await shop('orders', 'create', '--help')
    expect(code).toBe(0)
    expect(out).toMatch(/Usage: parakh shop orders create \[options\] <to>\s+create an order/)
    expect(out).toMatch(/to +to \(choices: "printed", "shipped"\)/)
    expect(out).toMatch(/--account <id> +The buyer/)
    expect(out).toMatch(/--quantity <number> +How many \(default: 1\)/)
    expect(out).toMatch(/--terms <file>/)
    expect(out).toMatch(/--overlap <duration>/)
    expect(out).toMatch(/--expires <time> +\(or "never"\)/)
    expect(out).toMatch(/--unlimited +No limit/)
    expect(out).toContain('--as <name>')
    expect((await shop('label', '--help')).out).toContain('--out <file>')
    expect((await shop('--help')).out).not.toContain('hidden')
  })

  it('gives the operation what is typed as its schema has it, and no more', async () => {
    const base = { account_id: cli.account, to: 'shipped', quantity: 1, gift: false }
    expect(await given()).toEqual(base)
    const plain = ['--quantity', '3', '--gift', '--labels', 'a, b', '--terms', 'terms.txt']
    expect(await given(...plain, '--parts', 'front=a/1', '--parts', 'back=a/2')).toEqual({
      ...{ ...base, quantity: 3, gift: true, labels: ['a', 'b'], terms: 'Paid in advance' },
      parts: [
        { kind: 'front', reference: 'a/1' },
        { kind: 'back', reference: 'a/2' },
      ],
    })
    expect(await given('--overlap', '30m', '--from', '2026-03-31', '--expires', '2026-03-31')).toEqual({
      ...{ ...base, overlap_seconds: 1_800 },
      ...{ from: '2026-03-30T18:30:00.000Z', expires_at: '2026-03-31T18:30:00.000Z' },
    })
    expect(await given('--expires', 'never', '--labels', 'none', '--unlimited')).toEqual({
      ...{ ...base, expires_at: null, labels: null, limit: null },
    })
  })

  it('reads one argument for several fields, and a list to the end of the line', async () => {
    expect((await shop('tasks', 'retry', 'a/b/credit', '--json')).json()).toEqual({ reference: 'a/b', step: 'credit' })
    expect(await shop('tasks', 'retry', 'credit', '--json')).toMatchObject({ code: 2, out: '' })
    expect(await shop('grant', cli.account, 'x', 'y')).toMatchObject({ code: 0, out: 'Done.\n' })
    expect((await shop('grant', cli.account)).err).toContain('Allowed: one of endpoints or --all (WRONG_USAGE)')
    expect(await shop('grant', cli.account, '--all')).toMatchObject({ code: 0, out: 'Done.\n' })
    const both = await shop('grant', cli.account, 'x', '--all')
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('one of endpoints or --all') })
  })

  it('tells why the operation refused by what is typed, as it does of wrong usage', async () => {
    const refuse = (...words: string[]) =>
      shop('refuse', cli.account, '--to', cli.account, '--from-calls', '1,2', ...words)
    const refused = await refuse()
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain('--from-calls.0 is not in use; <account> is the same as --to (WRONG_USAGE)')
    const ruled = await refuse('--by-rule')
    expect(ruled).toMatchObject({ code: 1, out: '' })
    expect(ruled.err).toContain('--to needs --from-calls, not next_visit (ORDER_INVALID)')
    const unknown = await shop('refuse', cli.account, '--to', 'nobody', '--from-calls', '1')
    expect(unknown.err).toContain('There is no account nobody (--to)')
  })

  it('is there without a scope too, which no credential can have', async () => {
    expect((await shop('close', '--json')).json()).toEqual({ closed: true })
  })

  it('has who does it, an idempotency key and further fields of --json', async () => {
    expect((await create()).json()).toMatchObject({ actor: 'asha', once: 'string', ok: true, quantity: 1 })
    expect(await create('--as', 'system')).toMatchObject({
      code: 2,
      err: expect.stringContaining('OPERATOR_NAME_INVALID'),
    })
  })

  it('reports wrong usage by what is typed, before a host is opened', async () => {
    const refused = await create('--quantity', '0', '--config', 'parakh.yaml')
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toMatch(/--quantity must be at least 1.*WRONG_USAGE/)
    expect((await create('--quantity', 'x')).err).toMatch(/--quantity .*WRONG_USAGE/)
    expect(await create('--limit', '2', '--unlimited')).toMatchObject({ code: 2, out: '' })
    expect(await create('--overlap', 'soon')).toMatchObject({ code: 2, err: expect.stringContaining('such as 24h') })
    expect(await create('--parts', 'front')).toMatchObject({ code: 2, err: expect.stringContaining('kind=reference') })
    expect(await create('--terms', 'none.txt')).toMatchObject({ code: 2, err: expect.stringContaining('none.txt') })
    expect(await shop('orders', 'create', 'lost', '--account', 'A')).toMatchObject({ code: 2, out: '' })
    expect(await shop('orders', 'create', 'shipped')).toMatchObject({ code: 2, out: '' })
  })

  it('prints a page under the name of its rows, and tells how to go on', async () => {
    const first = await shop('orders', 'list', '--json')
    expect(first.json()).toMatchObject({ orders: [{ order_id: 'o-1' }, { order_id: 'o-2' }], next_cursor: '2' })
    const { out } = await shop('orders', 'list')
    expect(out).toMatch(/^Order id +Quantity\n─.*\no-1 +1\no-2 +2\nThere are more: --cursor 2\n$/)
    expect((await shop('orders', 'list', '--cursor', '2')).out).not.toContain('There are more')
  })

  it('prints every page where it says so, or the page that is asked for', async () => {
    expect((await shop('orders', 'all', '--json')).json()).toMatchObject({ items: [{}, {}, {}], next_cursor: null })
    expect((await shop('orders', 'all')).out).toBe('N\n─\n1\n2\n3\n')
    expect((await shop('orders', 'all', '--limit', '1')).out).toBe('N\n─\n1\nThere are more: --cursor 1\n')
  })

  it('writes a file to a new one, or prints it if it is text', async () => {
    expect((await shop('label', '--format', 'csv')).out).toBe('a,b')
    expect((await shop('label', '--format', 'json')).out).toBe('label: L\n')
    expect(await shop('label', '--format', 'pdf')).toMatchObject({ code: 2, err: expect.stringContaining('--out') })
    const out = join(cli.folder, 'one.pdf')
    expect((await shop('label', '--format', 'pdf', '--out', 'one.pdf', '--json')).json()).toEqual({
      ok: true,
      file: out,
    })
    expect(await readFile(out, 'utf8')).toBe('a,b')
    expect(await shop('label', '--format', 'csv', '--out', 'one.pdf')).toMatchObject({ code: 2, out: '' })
    expect(await readFile(out, 'utf8')).toBe('a,b')
  })

  it('stands in a built-in group too', async () => {
    expect((await cli.parakh('accounts', 'shop')).out).toBe('shop: Till\nnext visit: May\n')
    const { out } = await cli.parakh('accounts', '--help')
    expect(out).toContain('show the shop of an account')
    expect(out).toContain('rename')
  })
})
