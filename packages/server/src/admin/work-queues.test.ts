import { randomInt } from 'node:crypto'
import { CONTRACT, definePlugin, defineScope, inr, Store, WorkQueues } from '@parakh/core'
import funding, { Funding } from '@parakh/funding'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `work_${randomInt(1e9)}_` },
})
const lettersRead = defineScope('letters:read', { for: 'operators', summary: 'Read letters' })
const letters = definePlugin({
  ...{ id: 'letters', contract: CONTRACT },
  contributes: [
    WorkQueues.contribute({
      ...{ id: 'unread', needs: {} },
      make: () => ({
        ...{ title: 'Letters to read', scope: lettersRead },
        standing: async () => ({ waiting: 1_001, oldestAt: new Date('2020-01-01T00:00:00Z') }),
      }),
    }),
  ],
})

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('queues of work on %s', (_, database) => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ plugins: [funding(), letters()], ...database() })
  })
  afterAll(() => test.close())
  const work = async (as: string) => (await test.ask({ url: '/work', as })).json().items

  it('are told with what waits and since when, the oldest first, counted up to 1,000', async () => {
    const { id: accountId } = await test.account('customer')
    const transfer = {
      accountId,
      environment: 'sandbox' as const,
      amount: inr('500'),
      rail: 'neft' as const,
      actor: 'x',
    }
    const first = await test.host.get(Funding).submitTransfer({ ...transfer, utr: 'HDFCN52026112401' })
    await test.host.get(Funding).submitTransfer({ ...transfer, utr: 'HDFCN52026112402' })
    const [unread, transfers, ...others] = await work(test.operator)
    expect(unread).toEqual({
      ...{ queue: 'letters/unread', title: 'Letters to read', waiting: 1_000, more: true },
      oldest_at: expect.stringMatching(/^2020-01-01T/),
    })
    expect(transfers).toMatchObject({ queue: 'funding/transfers', waiting: 2, more: false })
    expect(new Date(transfers.oldest_at)).toEqual(first.createdAt)
    expect(others.map(({ queue }: { queue: string }) => queue).sort()).toEqual([
      ...['core/failed-jobs', 'core/kyc', 'core/wallet-tasks', 'funding/acts', 'funding/disputes', 'funding/suspense'],
    ])
    expect(others).toMatchObject(others.map(() => ({ waiting: 0, more: false, oldest_at: null })))
    const queued = (await test.ask({ url: '/funding?queue=transfers&limit=1', as: test.operator })).json()
    expect(queued.items).toMatchObject([{ funding_id: first.id, state: 'submitted' }])
    const rest = await test.ask({ url: `/funding?queue=transfers&cursor=${queued.next_cursor}`, as: test.operator })
    expect(rest.json()).toMatchObject({ items: [{ utr: 'HDFCN52026112402' }], next_cursor: null })
    expect((await test.ask({ url: '/funding?queue=disputes', as: test.operator })).json().items).toEqual([])
    expect((await test.ask({ url: '/funding?queue=acts&state=pending', as: test.operator })).status).toBe(422)
    await test.host.get(Funding).reject({ id: first.id, reason: 'not on the statement', actor: 'y' })
    expect((await work(test.operator))[1]).toMatchObject({ queue: 'funding/transfers', waiting: 1 })
  })

  it('have a payment that was charged back until the account that it suspended is released', async () => {
    const { id: accountId } = await test.account('customer')
    const fundings = test.host.get(Funding)
    const transfer = { accountId, environment: 'sandbox', amount: inr('500'), rail: 'neft', actor: 'x' } as const
    const { id } = await fundings.submitTransfer({ ...transfer, utr: 'HDFCN52026112403' })
    await fundings.approve({ id, actor: 'y' })
    await fundings.chargeback({ id, actor: 'y', reason: 'taken back' })
    const { secret } = await test.credential(null, ['work:read', 'funding:read'])
    const waiting = async () => [
      (await work(secret)).find(({ queue }: { queue: string }) => queue === 'funding/disputes').waiting,
      (await test.ask({ url: '/funding?queue=disputes', as: test.operator })).json().items,
    ]
    expect(await waiting()).toMatchObject([1, [{ funding_id: id, state: 'charged_back', suspended_account: true }]])
    await fundings.release({ id, actor: 'y' })
    expect(await waiting()).toEqual([0, []])
  })

  it('have the submissions of KYC, which an operator of KYC lists and decides', async () => {
    const { id } = await test.account('customer')
    const documents = [{ kind: 'pan-card', reference: 'vault/17' }]
    const submitted = await test.ask({
      ...{ method: 'POST', url: `/accounts/${id}/kyc/submit`, as: test.operator, body: { documents } },
    })
    expect(submitted.status, submitted.text).toBe(200)
    const { secret } = await test.credential(null, ['work:read', 'kyc:approve'])
    const [queue] = await work(secret)
    const { items } = (await test.ask({ url: '/kyc', as: secret })).json()
    expect(items).toEqual([
      { account_id: id, account_name: expect.any(String), submitted_at: queue.oldest_at, documents: 1 },
    ])
    expect(queue).toMatchObject({ queue: 'core/kyc', waiting: 1 })
    await test.ask({ method: 'POST', url: `/accounts/${id}/kyc/approve`, as: secret })
    expect(await work(secret)).toMatchObject([{ queue: 'core/kyc', waiting: 0, oldest_at: null }])
    expect((await test.ask({ url: '/kyc', as: (await test.credential(id)).secret })).status).toBe(403)
  })

  it('have the jobs that were given up, which an operator lists with why', async () => {
    const { jobs } = test.host.get(Store)
    // Not due yet for the server, which would take it as well.
    const at = Date.now() + 86_400_000
    await jobs.schedule('letters/sort', at)
    const [job] = await jobs.claim('test', at, { limit: 1, leaseMs: 1, kind: 'letters/sort' })
    await jobs.retry({ id: job?.id ?? '', attempt: 1 }, null, 'TypeError')
    const { secret } = await test.credential(null, ['work:read', 'system:read'])
    const due_at = new Date(at).toISOString()
    expect(await work(secret)).toMatchObject([{ queue: 'core/failed-jobs', waiting: 1, oldest_at: due_at }])
    expect((await test.ask({ url: '/failed-jobs', as: secret })).json().items).toEqual([
      {
        ...{ job_id: job?.id, name: 'letters/sort', account_id: null, environment: null },
        ...{ due_at, attempts: 1, last_error: 'TypeError' },
      },
    ])
  })

  it('are those that the scopes of the operator allow, and of no account', async () => {
    const { secret } = await test.credential(null, ['work:read', 'funding:read'])
    const queues = (await work(secret)).map(({ queue }: { queue: string }) => queue)
    expect(queues.sort()).toEqual(['funding/acts', 'funding/disputes', 'funding/transfers'])
    const { id } = await test.account('customer')
    expect((await test.ask({ url: '/work', as: (await test.credential(id)).secret })).status).toBe(403)
  })
})
