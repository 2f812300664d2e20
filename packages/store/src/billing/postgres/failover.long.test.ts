import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '@parakh/core'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../test/own-postgres.ts'
import { admit, asked, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'

const PATIENCE_MS = 600_000
const query = async (url: string, sql: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}
const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(50)
}

/** The address that always leads to the primary, as a virtual IP or a proxy gives it: docs/guides/failover.md. */
async function openAddress(first: string) {
  let target = new URL(first)
  const open = new Set<Socket>()
  const listener: Server = createServer((client) => {
    const upstream = createConnection(Number(target.port), target.hostname)
    for (const socket of [client, upstream])
      socket
        .on('error', () => undefined)
        .on('close', () => {
          client.destroy()
          upstream.destroy()
          open.delete(socket)
        })
    open.add(client).add(upstream)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const bound = listener.address()
  const url = new URL(first)
  if (bound !== null && typeof bound === 'object') url.port = `${bound.port}`
  return {
    url: url.href,
    lead(to: string): void {
      target = new URL(to)
      for (const socket of open) socket.destroy()
    },
    close(): void {
      for (const socket of open) socket.destroy()
      listener.close()
    },
  }
}

/** The steps of docs/guides/failover.md, with two processes. */
describe('a failover of PostgreSQL', { timeout: PATIENCE_MS }, () => {
  let servers: ReplicatedPostgres
  let address: Awaited<ReturnType<typeof openAddress>>
  let one: Store
  let other: Store
  let payer: Payer
  beforeEach(async () => {
    servers = await startReplicatedPostgres()
    address = await openAddress(servers.primary.url)
    const database = {
      options: { client: 'pg', connection: address.url },
      drop: async () => undefined,
    } as const
    one = await openStore(database)
    other = await openStore(database)
    payer = await openPayer(one)
  }, PATIENCE_MS)
  afterEach(async () => {
    await Promise.all([one.close(), other.close()])
    address.close()
    await servers.close()
  }, PATIENCE_MS)

  const charge = async (store: Store, reference: string): Promise<void> => {
    expect(await admit(store, payer, reference)).toMatchObject({ kind: 'admitted' })
    expect(await settle(store, payer, reference)).toMatchObject({ kind: 'done' })
  }
  const replay = (store: Store, reference: string) =>
    store.billing.admit({ ...asked(payer, reference), alreadyCounted: true })
  const caughtUp = () =>
    until(async () => {
      const [primary] = await query(servers.primary.url, 'select pg_current_wal_lsn()::text as at')
      const [standby] = await query(
        servers.standby.url,
        `select pg_wal_lsn_diff('${primary?.['at']}', pg_last_wal_replay_lsn()) <= 0 as there`,
      )
      return standby?.['there'] === true
    })
  const promote = async (): Promise<void> => {
    await query(servers.standby.url, 'select pg_promote()')
    await until(
      async () => (await query(servers.standby.url, 'select pg_is_in_recovery() as standby'))[0]?.['standby'] === false,
    )
    address.lead(servers.standby.url)
  }

  it('that is planned loses nothing: money stays on, and each answer is replayed', async () => {
    for (const reference of ['a', 'b', 'c']) await charge(one, reference)
    await charge(other, 'd')
    await caughtUp()
    await servers.primary.end('SIGINT')
    await promote()
    for (const reference of ['a', 'b', 'c', 'd'])
      expect(await replay(other, reference)).toMatchObject({ kind: 'replay' })
    await charge(one, 'e')
    expect(await one.money.state()).toMatchObject({ mode: 'on' })
    expect((await one.ledger.verify()).broken).toEqual([])
  })

  it('to a standby that was behind stops money in every process, and is gone on with once an operator has compared', async () => {
    await charge(one, 'kept')
    await charge(other, 'kept-too')
    await caughtUp()
    // It receives nothing of what comes now.
    await servers.standby.end('SIGINT')
    for (const reference of ['lost-1', 'lost-2', 'lost-3']) await charge(one, reference)
    await servers.primary.end('SIGQUIT')
    await servers.standby.begin()
    await promote()

    await expect(admit(one, payer, 'next')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(await other.money.state()).toMatchObject({
      mode: 'recovery',
      reason: expect.stringContaining('lost commits'),
    })
    expect(await other.billing.findByReference('lost-1')).toBeNull()
    expect(await replay(other, 'kept')).toMatchObject({ kind: 'replay' })
    expect((await one.ledger.verify()).broken).toEqual([])
    await one.money.resume('compared with the head of the last backup')
    await charge(one, 'next')
    await charge(other, 'lost-1')
    expect((await other.ledger.verify()).broken).toEqual([])
  })

  it('leaves a server that is named by its own address on a standby: it says so, and is not started', async () => {
    const standby = { options: { client: 'pg', connection: servers.standby.url }, drop: async () => undefined } as const
    await caughtUp()
    const reading = await openStore(standby).catch((error: unknown) => error)
    // Of a migrated database nothing is migrated, so that commands may read a standby.
    const store = reading as Store
    await expect(store.serve('one')).rejects.toMatchObject({ code: 'DATABASE_STANDBY' })
    await expect(store.ping()).rejects.toMatchObject({ code: 'DATABASE_STANDBY' })
    await expect(store.accounts.create({ name: 'Acme', role: 'developer' })).rejects.toMatchObject({
      message: expect.stringContaining('its primary does'),
    })
    await store.close()
  })
})
