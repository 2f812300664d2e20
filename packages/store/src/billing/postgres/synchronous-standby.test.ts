import { setTimeout as sleep } from 'node:timers/promises'
import { isParakhError, type Store } from '@parakh/core'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestDatabase } from '../../../test/databases.ts'
import { type ReplicatedPostgres, startReplicatedPostgres } from '../../../test/own-postgres.ts'
import { admit, asked, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'

const PATIENCE_MS = 600_000

/** What a commit says here must hold on the standby, which is promoted when the primary is gone. */
describe('PostgreSQL with a synchronous standby', { timeout: PATIENCE_MS }, () => {
  let servers: ReplicatedPostgres
  let database: TestDatabase
  /** Two processes: one that was settling when the trouble came, and one that is asked again. */
  let settling: Store
  let another: Store
  let payer: Payer
  const acknowledged = new Set<string>()

  const query = async <Row extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<Row>(sql).finally(() => client.end())
    return rows
  }
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await sleep(20)
  }
  const waiting = `select pid from pg_stat_activity where wait_event = 'SyncRep'`
  const synchronous = () =>
    until(
      async () =>
        (await query(servers.primary.url, `select from pg_stat_replication where sync_state = 'sync'`)).length > 0,
    )
  /** Until a commit waits for the standby. Where none does, all is told: what it says is for the test to judge. */
  const untilHeld = async (told: Promise<unknown>): Promise<void> => {
    let over = false
    const end = (): void => {
      over = true
    }
    told.then(end, end)
    await until(async () => over || (await query(servers.primary.url, waiting)).length > 0)
  }
  const answered = async (url: string): Promise<ReadonlySet<string>> => {
    const rows = await query<{ reference: string }>(url, `select reference from parakh_call where phase = 'answered'`)
    return new Set(rows.map(({ reference }) => reference))
  }
  /** Calls that are admitted while the standby is there. */
  const admitted = async (...references: readonly string[]): Promise<readonly string[]> => {
    for (const reference of references) await admit(settling, payer, reference)
    return references
  }
  /** What was told counts; a refusal to say tells nothing. */
  const tell = async (reference: string, work: Promise<{ readonly kind: string }>): Promise<string> => {
    try {
      const { kind } = await work
      if (kind === 'done' || kind === 'replay') acknowledged.add(reference)
      return kind
    } catch (error) {
      if (!isParakhError(error)) throw error
      return error.code
    }
  }
  const settleAll = (references: readonly string[]) =>
    Promise.all(references.map((reference) => tell(reference, settle(settling, payer, reference))))
  /** Of calls that the windows have counted: there is nothing to write but the mark of the batch. */
  const replay = (reference: string) => another.billing.admit({ ...asked(payer, reference), alreadyCounted: true })
  const replayAll = (references: readonly string[]) =>
    Promise.all(references.map((reference) => tell(reference, replay(reference))))
  /** A commit that waits for the standby holds its locks: a replay that waits for those alone would show nothing. */
  const freeLocks = () => servers.primary.restart('SIGINT')
  const unsaid = (references: readonly string[]) => references.map(() => 'STORE_UNAVAILABLE')

  beforeAll(async () => {
    servers = await startReplicatedPostgres()
    database = { options: { client: 'pg', connection: servers.primary.url }, drop: async () => undefined }
    settling = await openStore(database)
    another = await openStore(database)
    payer = await openPayer(settling)
    // The first answer of an account makes its key, which is a commit of its own.
    await admit(settling, payer, 'first')
    await settle(settling, payer, 'first')
    await query(servers.primary.url, `alter system set synchronous_standby_names = '*'`)
    await query(servers.primary.url, 'select pg_reload_conf()')
    await synchronous()
  }, PATIENCE_MS)
  afterAll(async () => {
    await Promise.all([settling.close(), another.close()])
    await servers.close()
  }, PATIENCE_MS)

  it('is refused where commits do not wait for the standby and durability is required', async () => {
    const options = '-c synchronous_commit=local'
    const local = { client: 'pg', connection: { connectionString: servers.primary.url, options } } as const
    await expect(openStore(database, { database: local, requireDurable: true })).rejects.toMatchObject({
      code: 'DURABILITY_OFF',
      message: expect.stringContaining('synchronous_commit = local'),
    })
    await (await openStore(database, { requireDurable: true })).close()
  })

  it('says nothing of a charge that the standby lacks, also after the primary is restarted, and says it when it is there', async () => {
    const references = await admitted('cut-1', 'cut-2', 'cut-3')
    await servers.standby.end('SIGQUIT')
    const settled = settleAll(references)
    await untilHeld(settled)
    await servers.primary.restart('SIGINT')
    expect(await answered(servers.primary.url)).toEqual(new Set(['first', ...references]))
    expect(await settled).toEqual(unsaid(references))
    await freeLocks()
    expect(await replayAll(references)).toEqual(unsaid(references))
    await servers.standby.begin()
    await synchronous()
    expect(await replayAll(references)).toEqual(references.map(() => 'replay'))
    expect(await answered(servers.standby.url)).toEqual(new Set(['first', ...references]))
  })

  it('takes a commit whose wait for the standby was cancelled for one that nobody acknowledged', async () => {
    const references = await admitted('cancelled')
    await servers.standby.end('SIGQUIT')
    const settled = settleAll(references)
    await untilHeld(settled)
    await query(servers.primary.url, `select pg_cancel_backend(pid) from (${waiting}) as held`)
    expect(await settled).toEqual(unsaid(references))
    expect(await answered(servers.primary.url)).toContain('cancelled')
    await servers.standby.begin()
    await synchronous()
    expect(await replayAll(references)).toEqual(['replay'])
  })

  it('loses nothing that was acknowledged where the standby is promoted', async () => {
    const references = await admitted('last')
    await servers.standby.end('SIGQUIT')
    const settled = settleAll(references)
    await untilHeld(settled)
    await servers.primary.restart('SIGQUIT')
    expect(await answered(servers.primary.url)).toContain('last')
    await settled
    await freeLocks()
    await replayAll(references)
    await servers.primary.end('SIGQUIT')
    await servers.standby.begin()
    await query(servers.standby.url, 'select pg_promote()')
    const kept = await answered(servers.standby.url)
    expect(kept).not.toContain('last')
    expect([...acknowledged].filter((reference) => !kept.has(reference))).toEqual([])
  })
})
