import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildServers } from '../rig/build.ts'
import { type OwnDatabase, postgresDatabase, postgresServer, sqliteDatabase } from '../rig/database.ts'

const PROCESSES = 4
const PARAKH = fileURLToPath(new URL('../../../cli/bin/parakh.js', import.meta.url))
const KEY = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')
const ROUNDS = process.env['PARAKH_FULL'] === '1' ? 20 : 2

/** A process of the built command. */
interface Migrating {
  readonly alive: boolean
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

function migrate(folder: string): Migrating {
  const child = spawn(process.execPath, [PARAKH, 'migrate', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  const text = (chunks: Buffer[]): string => Buffer.concat(chunks).toString('utf8')
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).then((code) => ({ code, out: text(out), err: text(err) }))
  return {
    get alive() {
      return child.exitCode === null && child.signalCode === null
    },
    ended,
  }
}

describe('migrating processes that start at once', { timeout: 180_000 }, () => {
  const ends: (() => Promise<unknown>)[] = []
  let server: Awaited<ReturnType<typeof postgresServer>>
  beforeAll(async () => {
    await buildServers()
    server = await postgresServer()
  }, 300_000)
  afterAll(() => server.stop())
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  /** A folder with a configuration for a database of its own. */
  async function placeFor(own: OwnDatabase): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'parakh-race-'))
    ends.push(
      () => own.drop(),
      () => rm(folder, { recursive: true, force: true }),
    )
    const secrets = { pepper: 'a pepper for tests alone', masterKey: KEY, jwtKeys: KEY }
    await writeFile(join(folder, 'parakh.yaml'), JSON.stringify({ database: own.database, plugins: {}, secrets }))
    return folder
  }
  const all = (folder: string): readonly Migrating[] => Array.from({ length: PROCESSES }, () => migrate(folder))
  const expectDone = async (racing: readonly Migrating[]): Promise<void> => {
    for (const { code, out, err } of await Promise.all(racing.map(({ ended }) => ended))) {
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(JSON.parse(out)).toEqual({ ok: true })
    }
  }
  /** The steps that were done, in their order. */
  const history = async ({ knex }: OwnDatabase): Promise<readonly string[]> => {
    const rows: readonly { name: string }[] = await knex('parakh_migration').orderBy('id').select('name')
    return rows.map(({ name }) => name)
  }
  const expectHistory = async (own: OwnDatabase, alone: OwnDatabase): Promise<void> => {
    const done = await history(own)
    expect(done.length).toBeGreaterThan(0)
    expect(done).toEqual(await history(alone))
  }

  it('create on PostgreSQL the same schema as a single process', async () => {
    const schema = async ({ knex }: OwnDatabase): Promise<unknown> => {
      const { rows: columns }: { rows: unknown } = await knex.raw(
        `select table_name, column_name, data_type, column_default from information_schema.columns
          where table_schema = 'public' order by 1, ordinal_position`,
      )
      const { rows: indexes }: { rows: unknown } = await knex.raw(
        `select indexdef from pg_indexes where schemaname = 'public' order by 1`,
      )
      return { columns, indexes }
    }
    const [own, alone] = [await postgresDatabase(server), await postgresDatabase(server)]
    const [folder, other] = [await placeFor(own), await placeFor(alone)]
    // Held at the gate until all of them stand before it.
    const gate = await own.knex.transaction()
    await gate.raw(`select pg_advisory_xact_lock(hashtext('parakh_migration_gate'))`)
    const racing = all(folder)
    const waiting = async (): Promise<number> => {
      const { rows }: { rows: readonly { waiting: number }[] } = await own.knex.raw(
        `select count(*)::integer as waiting from pg_locks join pg_database d on d.oid = database
          where locktype = 'advisory' and not granted and d.datname = current_database()`,
      )
      return rows[0]?.waiting ?? 0
    }
    while ((await waiting()) < PROCESSES && racing.every(({ alive }) => alive)) await sleep(20)
    expect(await waiting()).toBe(PROCESSES)
    await gate.commit()
    await expectDone(racing)
    await expectDone([migrate(other)])
    expect(await schema(own)).toEqual(await schema(alone))
    await expectHistory(own, alone)
  })

  it('create in a SQLite file the same schema as a single process', async () => {
    const schema = ({ knex }: OwnDatabase): Promise<unknown> =>
      Promise.resolve(knex('sqlite_master').orderBy(['type', 'name']).select('type', 'name', 'sql'))
    const alone = await sqliteDatabase()
    await expectDone([migrate(await placeFor(alone))])
    let raced = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await sqliteDatabase()
      const racing = all(await placeFor(own))
      await Promise.race(racing.map(({ ended }) => ended))
      raced += racing.filter(({ alive }) => alive).length
      await expectDone(racing)
      expect(await schema(own)).toEqual(await schema(alone))
      await expectHistory(own, alone)
    }
    // They were in progress at the same time: some went on when the first had ended.
    expect(raced).toBeGreaterThan(0)
  })
})
