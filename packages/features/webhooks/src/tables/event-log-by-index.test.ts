import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENGINES, type SentStatement, type WebhookWorld, webhookWorld } from '../../test/webhook-world.ts'

const ACCOUNTS = 20
const EVENTS_EACH = 150
const Plan = z.union([z.array(z.object({ detail: z.string() })), z.object({ rows: z.array(z.unknown()) })])
const WHOLE_TABLE =
  /Seq Scan on parakh_(outbox|webhooks_)|SCAN ([abel]|parakh_outbox|parakh_webhooks_\w+)\b(?! USING (COVERING )?INDEX)/

describe.each(ENGINES)('the log of events among many on %s', (engine) => {
  let world: WebhookWorld
  let accountId = ''
  let eventId = ''
  let endpointId = ''
  const sent: SentStatement[] = []
  beforeAll(async () => {
    world = await webhookWorld(engine)
    for (let nth = 0; nth < ACCOUNTS; nth += 1) {
      accountId = await world.newAccount()
      ;({ id: endpointId } = await world.newEndpoint(accountId))
      ;[eventId = ''] = await world.emit(accountId, 'order.updated', EVENTS_EACH)
      await world.relay(accountId)
    }
    await world.raw([{ sql: 'analyze', bindings: [] }])
    world.watch(({ sql, bindings }) => void sent.push({ sql, bindings }))
  })
  afterAll(() => world.close())

  /** The plans of what some work reads. */
  const plansOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    sent.length = 0
    await work()
    const plans: string[] = []
    for (const [place, { sql, bindings }] of [...sent].entries()) {
      if (!/^select/i.test(sql.trim())) continue
      const text = `${engine === 'pg' ? 'explain (costs off)' : 'explain query plan'} ${sql.replaceAll(/\$\d+/g, '?')}`
      const given = bindings.map((value) => (typeof value === 'number' ? value : String(value)))
      const limits = sent.slice(place - 1, place).filter((one) => one.sql.startsWith('set local'))
      plans.push(JSON.stringify(Plan.parse(await world.raw([...limits, { sql: text, bindings: given }]))))
    }
    return plans
  }
  const wallet = () => ({ accountId, environment: 'sandbox' }) as const

  it.each([
    ['newest first', {}],
    ['of a state', { status: 'failed' }],
    ['of a state at an endpoint', { status: 'failed', endpointId: 'e' }],
  ] as const)('is read by its indexes, %s', async (_name, filters) => {
    const plans = await plansOf(() => world.store().events(wallet(), { cursor: null, limit: 50, ...filters }))
    expect(plans.length).toBeGreaterThan(1)
    expect(plans[0]).toContain('parakh_outbox_sequence')
    for (const plan of plans) expect(plan).not.toMatch(WHOLE_TABLE)
  })

  it.each([[{}], [{ status: 'failed' }]] as const)(
    'lists the attempts of an endpoint by its indexes: %j',
    async (filters) => {
      const plans = await plansOf(() =>
        world.store().deliveries({ id: endpointId, owner: null }, { cursor: null, limit: 200, ...filters }),
      )
      const ofAttempts = plans.filter((plan) => plan.includes('_attempt'))
      expect(ofAttempts.length).toBe(2)
      for (const plan of ofAttempts) expect(plan).toContain('parakh_webhooks_attempt_newest')
    },
  )

  it('reads the last attempt of an endpoint by its index', async () => {
    const plans = await plansOf(() => world.store().lastAttempts([endpointId]))
    expect(plans.join()).toContain('parakh_webhooks_attempt_made')
    for (const plan of plans) expect(plan).not.toMatch(WHOLE_TABLE)
  })

  it('shows one event by its indexes', async () => {
    const plans = await plansOf(() => world.store().event(wallet(), eventId))
    expect(plans.join()).toContain('parakh_webhooks_attempt_of_event')
    for (const plan of plans) expect(plan).not.toMatch(WHOLE_TABLE)
  })
})
