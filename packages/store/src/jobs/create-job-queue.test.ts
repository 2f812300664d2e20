import { randomBytes } from 'node:crypto'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { beforeEach, expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createVault } from '../vault/create-vault.ts'
import { DataKeyWrapping } from '../vault/data-key-wrapping.ts'
import { localKeyProvider } from '../vault/local-key-provider.ts'
import { createJobQueue } from './create-job-queue.ts'

const LEASE_MS = 60_000
const providers = [localKeyProvider([{ id: '2026', value: randomBytes(32).toString('base64') }])]
const wrapping = new DataKeyWrapping({ providers, logger: collectingLogger() })

eachEngine('jobs', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const at = clock.now().getTime()
  const vault = () => createVault({ database: database(), clock, wrapping, logger: collectingLogger() })
  const queue = () => createJobQueue({ database: database(), clock, ids, vault: vault() })
  const table = () => database().knex(database().table('job'))
  const claim = (when = at, options = { limit: 100, leaseMs: LEASE_MS }) => queue().claim('worker', when, options)
  const enqueue = async (count: number, facts: { runAt?: number; attempts?: number; payload?: string } = {}) => {
    const { runAt = at, attempts = 3, payload = '{"to":"somebody"}' } = facts
    const rows = []
    for (let n = 0; n < count; n++) {
      const id = ids.next()
      const sealed = await vault().seal({ table: 'job', accountId: 'acme', row: id }, payload)
      const owner = { account_id: 'acme', environment: 'sandbox', payload: sealed }
      rows.push({ id, name: 'remind', ...owner, run_at: runAt, attempts, created_at: at })
    }
    for (const row of rows) await table().insert(row)
    return rows.map(({ id }) => id)
  }
  beforeEach(async () => {
    await table().delete()
  })

  it('hands out a due job with its payload opened, and none before its time', async () => {
    const [id] = await enqueue(1, { runAt: at + 10 })
    expect(await claim(at + 9)).toEqual([])
    expect(await claim(at + 10)).toEqual([
      {
        ...{ id, name: 'remind', payload: '{"to":"somebody"}', accountId: 'acme', environment: 'sandbox' },
        ...{ attempt: 1, attempts: 3 },
      },
    ])
  })

  it('keeps no payload in the clear', async () => {
    await enqueue(1, { payload: '{"aadhaar":"secret"}' })
    const [row] = await table()
    expect(row.payload.includes(Buffer.from('secret'))).toBe(false)
  })

  it('hands out the longest due first, as many as asked for', async () => {
    const late = await enqueue(2, { runAt: at - 5 })
    const early = await enqueue(2, { runAt: at - 9 })
    const limit = { limit: 3, leaseMs: LEASE_MS }
    expect((await claim(at, limit)).map(({ id }) => id)).toEqual([...early, late[0]])
    expect((await claim(at, limit)).map(({ id }) => id)).toEqual([late[1]])
  })

  it('never gives one job to two workers', async () => {
    const all = await enqueue(40)
    const claims = Array.from({ length: 8 }, (_, n) =>
      queue().claim(`worker-${n}`, at, { limit: 10, leaseMs: LEASE_MS }),
    )
    const claimed = (await Promise.all(claims)).flat().map(({ id }) => id)
    claimed.push(...(await claim()).map(({ id }) => id))
    expect(claimed.sort()).toEqual([...all].sort())
  })

  it('hands a job out again when its lease ended, and gives it up after its last attempt', async () => {
    const [id] = await enqueue(1, { attempts: 2 })
    await claim()
    expect(await claim(at + LEASE_MS - 1)).toEqual([])
    expect(await claim(at + LEASE_MS)).toMatchObject([{ id, attempt: 2 }])
    expect(await claim(at + 2 * LEASE_MS)).toEqual([])
    expect(await table()).toMatchObject([{ id, state: 'failed', error: 'LEASE_LOST' }])
  })

  it('runs a job again at the time it is told', async () => {
    const [id = ''] = await enqueue(1)
    await claim()
    await queue().retry({ id, attempt: 1 }, at + 500, 'UPSTREAM_UNAVAILABLE')
    expect(await claim(at + 499)).toEqual([])
    expect(await claim(at + 500)).toMatchObject([{ id, attempt: 2 }])
  })

  it('drops what is complete and keeps what was given up', async () => {
    const [complete = '', givenUp = ''] = await enqueue(2)
    await claim()
    await queue().complete({ id: complete, attempt: 1 })
    await queue().retry({ id: givenUp, attempt: 1 }, null, 'TypeError')
    expect(await claim(at + 10 * LEASE_MS)).toEqual([])
    expect(await table()).toMatchObject([{ id: givenUp, state: 'failed', error: 'TypeError', owner: null }])
  })

  it('hands out one kind alone where it is named, and says what is due of each', async () => {
    await enqueue(30, { runAt: at - 9 })
    await queue().schedule('sweep', at - 5)
    await enqueue(1, { runAt: at + 1 })
    const backlog = async (when = at) =>
      [...(await queue().backlog(when))].sort((one, other) => (one.kind < other.kind ? -1 : 1))
    expect(await backlog()).toEqual([
      { kind: 'remind', due: 30, oldestAt: at - 9 },
      { kind: 'sweep', due: 1, oldestAt: at - 5 },
    ])
    const ofKind = (kind: string) => queue().claim('worker', at, { limit: 10, leaseMs: LEASE_MS, kind })
    expect((await ofKind('sweep')).map(({ name }) => name)).toEqual(['sweep'])
    expect(await ofKind('sweep')).toEqual([])
    expect((await ofKind('remind')).map(({ name }) => name)).toEqual(Array(10).fill('remind'))
    expect(await backlog()).toEqual([{ kind: 'remind', due: 20, oldestAt: at - 9 }])
    // What its owner has lost waits again.
    expect(await backlog(at + LEASE_MS)).toEqual([
      { kind: 'remind', due: 31, oldestAt: at - 9 },
      { kind: 'sweep', due: 1, oldestAt: at - 5 },
    ])
  })

  it('keeps a job with its owner as long as the lease is renewed, and lets nobody else change it', async () => {
    const [id = ''] = await enqueue(1, { attempts: 5 })
    await claim()
    expect(await queue().renew({ id, attempt: 1 }, at + 2 * LEASE_MS)).toBe(true)
    expect(await claim(at + 2 * LEASE_MS - 1)).toEqual([])
    expect(await claim(at + 2 * LEASE_MS)).toMatchObject([{ id, attempt: 2 }])
    // The first owner comes back: the job is another one's by now.
    expect(await queue().renew({ id, attempt: 1 }, at + 9 * LEASE_MS)).toBe(false)
    await queue().retry({ id, attempt: 1 }, at, 'TypeError')
    await queue().complete({ id, attempt: 1 })
    expect(await table()).toMatchObject([{ id, state: 'running', attempt: 2, error: null }])
    await queue().complete({ id, attempt: 2 })
    expect(await table()).toEqual([])
  })

  it('makes one run of a schedule, however many processes ask', async () => {
    await Promise.all(Array.from({ length: 6 }, () => queue().schedule('sweep', at)))
    await queue().schedule('other', at)
    const due = await claim()
    expect(due.map(({ name }) => name).sort()).toEqual(['other', 'sweep'])
    expect(due[0]).toMatchObject({ payload: 'null', accountId: null, environment: null, attempt: 1 })
  })

  it('does not run a schedule again for a process that comes late', async () => {
    await queue().schedule('sweep', at)
    const [job] = await claim()
    await queue().complete({ id: job?.id ?? '', attempt: 1 })
    await queue().schedule('sweep', at)
    expect(await claim()).toEqual([])
    await queue().schedule('sweep', at + 1000)
    await queue().schedule('sweep', at)
    expect(await table()).toMatchObject([{ name: 'sweep', run_at: at + 1000, state: 'waiting' }])
  })

  it('lets the next run stand beside one under way', async () => {
    await queue().schedule('sweep', at)
    const [running] = await claim()
    await queue().schedule('sweep', at + 1000)
    await queue().complete({ id: running?.id ?? '', attempt: 1 })
    expect(await claim(at + 1000)).toMatchObject([{ name: 'sweep', attempt: 1 }])
  })
})
