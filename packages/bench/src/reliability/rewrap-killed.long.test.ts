import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { localKeyProvider } from '@parakh/store'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildServers } from '../rig/build.ts'
import {
  type OwnDatabase,
  type PostgresServer,
  postgresDatabase,
  postgresServer,
  sqliteDatabase,
} from '../rig/database.ts'
import { tell } from './promise.ts'

const PARAKH = fileURLToPath(new URL('../../../cli/bin/parakh.js', import.meta.url))
const DATA_KEYS = 50_000
const KILLS = 10
const key = (id: string) => ({ id, value: randomBytes(32).toString('base64') })

interface Running {
  kill(): void
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

describe.each(['pg', 'sqlite3'] as const)('a rewrap of %s that is killed', { timeout: 600_000 }, (client) => {
  const ends: (() => Promise<unknown>)[] = []
  let server: PostgresServer
  beforeAll(async () => {
    await buildServers()
    server = await postgresServer()
  }, 300_000)
  afterAll(() => server.stop())
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })

  it('leaves every data key readable, and the next ones move the rest, two at once', async () => {
    const own: OwnDatabase = client === 'pg' ? await postgresDatabase(server) : await sqliteDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'parakh-rewrap-'))
    ends.push(own.drop, () => rm(folder, { recursive: true, force: true }))
    const [older, newer] = [key('2025'), key('2026')]
    const secrets = { pepper: 'a pepper for tests alone', jwtKeys: key('1').value, masterKey: [newer, older] }
    const configure = (masterKey: readonly object[]) =>
      writeFile(
        join(folder, 'parakh.yaml'),
        JSON.stringify({ database: own.database, plugins: {}, secrets: { ...secrets, masterKey } }),
      )
    await configure([newer, older])
    const parakh = (...words: readonly string[]): Running => {
      const child = spawn(process.execPath, [PARAKH, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
      const [out, err]: [Buffer[], Buffer[]] = [[], []]
      child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).then((code) => {
        return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }
      })
      return { kill: () => void child.kill('SIGKILL'), ended }
    }
    const rewrap = () => parakh('secrets', 'rewrap', '--json')
    expect(await parakh('migrate', '--json').ended).toMatchObject({ code: 0 })

    const provider = localKeyProvider([older])
    const binding = (id: string) => ({ context: `data_key\0${id}\0${id}`, signal: new AbortController().signal })
    const names = Array.from({ length: DATA_KEYS }, (_, nth) => `account-${`${nth}`.padStart(6, '0')}`)
    const dataKeys = new Map(names.map((id) => [id, randomBytes(32)]))
    const rows = [...dataKeys].map(async ([id, dataKey]) => {
      const { keyId, bytes } = await provider.wrap(dataKey, binding(id))
      return { account_id: id, master_key_id: keyId, wrapped: bytes, created_at: 0 }
    })
    await own.knex.batchInsert('parakh_data_key', await Promise.all(rows), 100)
    const moved = async (): Promise<number> => {
      const [counted] = await own.knex('parakh_data_key').where({ master_key_id: newer.id }).count({ rows: '*' })
      return Number(counted?.['rows'])
    }
    /** Every data key, by the keys that are given, is the one that it was. */
    const expectSame = async (...keys: { id: string; value: string }[]): Promise<void> => {
      const all = localKeyProvider(keys)
      const found: readonly { account_id: string; master_key_id: string; wrapped: Buffer }[] =
        await own.knex('parakh_data_key')
      expect(found).toHaveLength(DATA_KEYS)
      for (const { account_id: id, master_key_id: keyId, wrapped: bytes } of found) {
        const dataKey = await all.unwrap({ keyId, bytes }, binding(id))
        if (!dataKey || !dataKeys.get(id)?.equals(dataKey)) throw new Error(`the data key of ${id} is lost`)
      }
    }

    const reached: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await moved()
      const running = rewrap()
      let isOver = false
      const over = running.ended.then(() => {
        isOver = true
      })
      while (!isOver && (await moved()) === before) await sleep(2)
      running.kill()
      await over
      reached.push(await moved())
      await expectSame(newer, older)
    }
    expect(reached[0]).toBeGreaterThan(0)
    expect(reached[0]).toBeLessThan(DATA_KEYS)
    const both = await Promise.all([rewrap().ended, rewrap().ended])
    for (const { code, err } of both) expect({ code, err }).toEqual({ code: 0, err: '' })
    const sums = both.map(({ out }) => JSON.parse(out) as { rewrapped: number; left: number })
    expect(sums.map(({ left }) => left)).toContain(0)
    expect(sums.reduce((sum, { rewrapped }) => sum + rewrapped, reached.at(-1) ?? 0)).toBe(DATA_KEYS)
    await expectSame(newer)
    await configure([newer])
    expect(await parakh('config', 'check', '--json').ended).toMatchObject({
      code: 0,
      out: '{"ok":true,"warnings":[]}\n',
    })
    tell({ client, dataKeys: DATA_KEYS, killedAt: reached.join(' ') })
  })
})
