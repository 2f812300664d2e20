import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Receiver, receiver } from '../../test/receiver.ts'
import { configurationWith, type TestCli, testCliWithAccount } from '../../test/test-cli.ts'
import { run } from '../index.ts'

let cli: TestCli & { readonly account: string }
let hook: Receiver
beforeEach(async () => {
  hook = await receiver()
  cli = await testCliWithAccount(
    configurationWith("'@parakh/webhooks': { allowInsecure: true, allowTargets: [127.0.0.1], schedule: [0, 1s] }"),
  )
})
afterEach(async () => {
  await cli[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})

const webhooks = (...args: string[]) => cli.parakh('webhooks', ...args, '--json')
const create = async (...more: string[]) =>
  (await webhooks('create', '--account', cli.account, '--environment', 'sandbox', '--url', hook.url, ...more)).json<{
    endpoint_id: string
    secret: string
  }>()

/** Runs `parakh worker` until it is stopped. */
async function work(): Promise<{ stop: () => Promise<number> }> {
  const terminal = cli.terminal()
  const ended = run(['node', 'parakh', 'worker', '--json'], terminal)
  await vi.waitFor(() => expect(terminal.written.out).toBe('{"ready":true}\n'), { timeout: 60_000 })
  return {
    stop() {
      terminal.signal()
      return ended
    },
  }
}

it('shows a secret once, and lists, changes, disables, enables, rotates and deletes by the id', async () => {
  const { endpoint_id: id, secret, ...made } = await create('--events', 'key.*,webhook.test')
  expect(made).toMatchObject({ id, url: hook.url, events: ['key.*', 'webhook.test'], status: 'enabled' })
  expect(secret).toMatch(/^whsec_/)
  const listed = await webhooks('list')
  expect(listed.json()).toMatchObject({
    webhooks: [{ id, endpoint_id: id, url: hook.url, events: ['key.*', 'webhook.test'] }],
  })
  expect(listed.out).not.toContain('whsec_')
  expect((await webhooks('update', id, '--events', 'all')).json()).toMatchObject({ id, endpoint_id: id, events: [] })
  expect((await webhooks('disable', id)).json()).toMatchObject({ status: 'disabled', disabled_reason: 'REQUESTED' })
  expect((await webhooks('test', id)).err).toContain('WEBHOOK_DISABLED')
  expect((await webhooks('enable', id)).json()).toMatchObject({ status: 'enabled' })
  const rotated = (await webhooks('rotate', id, '--overlap', '1h')).json()
  expect(rotated).toMatchObject({ id, endpoint_id: id, overlap_seconds: 3_600 })
  expect(rotated['secret']).not.toBe(secret)
  expect((await webhooks('delete', id)).json()).toMatchObject({ ok: true })
  expect(await webhooks('delete', id)).toMatchObject({ code: 1, out: '' })
  const audit = await cli.parakh('audit', 'list', '--json')
  for (const action of ['create', 'update', 'disable', 'enable', 'rotate', 'delete'])
    expect(audit.out).toContain(`"webhook.${action}"`)
  expect(audit.out).not.toMatch(/whsec_|\/hook/)
})

it('delivers by the worker alone, and shows each attempt', async () => {
  const { endpoint_id: id } = await create('--events', 'webhook.test')
  const worker = await work()
  const { event_id } = (await webhooks('test', id)).json<{ event_id: string }>()
  await vi.waitFor(() => expect(hook.ids).toContain(event_id), { timeout: 60_000 })
  expect(await worker.stop()).toBe(0)
  const { deliveries } = (await webhooks('deliveries', '--endpoint', id)).json<{ deliveries: object[] }>()
  expect(deliveries).toMatchObject([{ event_id, endpoint_id: id, attempt: 1, status: 'delivered', http_status: 200 }])
  expect((await cli.parakh('webhooks', 'deliveries', '--endpoint', id)).out).toContain(event_id)
})

it('replays an event or a range, and only counts it with --dry-run', async () => {
  const { endpoint_id: id } = await create('--events', 'key.created')
  await webhooks('disable', id)
  const worker = await work()
  await cli.parakh('keys', 'create', '--account', cli.account, '--environment', 'sandbox', '--json')
  const missed = async () =>
    (await webhooks('deliveries', '--endpoint', id)).json<{ deliveries: { event_id: string }[] }>()
  await vi.waitFor(async () => expect((await missed()).deliveries).toHaveLength(1), { timeout: 60_000 })
  await webhooks('enable', id)
  const range = ['replay', '--endpoint', id, '--since', '2020-01-01', '--status', 'failed']
  expect((await webhooks(...range, '--dry-run')).json()).toEqual({
    endpoint_id: id,
    events: 1,
    cap: 10_000,
    dry_run: true,
  })
  expect((await webhooks(...range)).json()).toMatchObject({ events: 1, dry_run: false })
  await vi.waitFor(() => expect(hook.ids).toHaveLength(1), { timeout: 60_000 })
  const [event = ''] = hook.ids
  expect((await webhooks('replay', '--event', event)).json()).toEqual({ event_id: event, endpoints: 1 })
  await vi.waitFor(() => expect(hook.ids).toEqual([event, event]), { timeout: 60_000 })
  expect(await worker.stop()).toBe(0)
})

it.each([[[]], [['--event', 'x', '--endpoint', 'y']], [['--endpoint', 'y']]])(
  'takes replay %j for wrong usage',
  async (args) => {
    const refused = await webhooks('replay', ...args)
    expect(refused).toMatchObject({ out: '' })
    expect(refused.err).toContain('--event must be there alone, or else an endpoint and since')
  },
)

it('refuses a URL that is not allowed, with the allowed ones', async () => {
  const refused = await webhooks(
    'create',
    '--account',
    cli.account,
    '--environment',
    'sandbox',
    '--url',
    'http://10.0.0.1/x',
  )
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('WEBHOOK_TARGET_NOT_ALLOWED')
  expect(refused.err).toContain('webhooks.allowTargets')
})
