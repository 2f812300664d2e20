import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type OwnDatabase,
  type OwnPostgresDatabase,
  type PostgresServer,
  postgresDatabase,
  postgresServer,
  sqliteDatabase,
} from '../rig/database.ts'
import { type FakeUpstream, fakeUpstream, type UpstreamOptions } from '../rig/fake-upstream.ts'
import { type Operator, openOperator } from '../rig/operator.ts'
import { CALLBACK_SECRET } from '../rig/plugin.ts'
import { NO_LIMITS, type RigSettings, rigSecrets } from '../rig/server-settings.ts'
import { Callers } from './callers.ts'
import { planCrashes } from './crash-plan.ts'
import { windowsOf } from './crash-windows.ts'
import { externalWalletDatabase } from './external-wallet.ts'
import { isRunning } from './final-state.ts'
import { Funds } from './funds.ts'
import type { KillOptions } from './kill-options.ts'
import { Supervisor } from './supervisor.ts'

/** All parts of a run. */
export interface TestBed {
  readonly database: OwnDatabase
  /** That of the external wallet; null: the ledger keeps the money. */
  readonly wallet: OwnPostgresDatabase | null
  readonly upstream: FakeUpstream
  readonly operator: Operator
  readonly funds: Funds
  readonly supervisor: Supervisor
  readonly callers: Callers
  /** From now on the upstream answers whatever it is asked. */
  calm(): void
  close(): Promise<void>
}

const STORMY: NonNullable<UpstreamOptions['weights']> = { answer: 88, none: 6, unavailable: 3, reset: 3 }
const CALM: NonNullable<UpstreamOptions['weights']> = { answer: 1 }
/** Micro-rupees that two distributors have of each charge: their rows are written by every process. */
const COMMISSION = [180_000, 120_000]

/** Opens all of it. Nothing runs yet but the callers, who wait for a server. */
export async function openTestBed(options: KillOptions): Promise<TestBed> {
  const closing: (() => unknown)[] = []
  const close = async (): Promise<void> => {
    for (let last = closing.pop(); last; last = closing.pop()) await last()
  }
  try {
    return { ...(await open(options, closing)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param closing What is open so far: to be ended from its last to its first. */
async function open(options: KillOptions, closing: (() => unknown)[]): Promise<Omit<TestBed, 'close'>> {
  const { seed, wallets, processes, kills, progress = () => undefined } = options
  const { database, wallet } = await openDatabases(options, closing)
  let weights = STORMY
  const servers: { at: Supervisor | null; posted: number } = { at: null, posted: 0 }
  const url = (): string | null => servers.at?.serverUrl(servers.posted++) ?? null
  const upstream = await fakeUpstream({
    ...{ seed, delayMs: [5, 50], callbacks: { secret: CALLBACK_SECRET, url } },
    get weights() {
      return weights
    },
  })
  closing.push(() => upstream.close())
  const secrets = rigSecrets()
  const plain: RigSettings = {
    ...{ database: database.database, secrets, upstreamUrl: upstream.url, rateLimits: NO_LIMITS },
    ...(wallet ? { wallet: { connection: wallet.url } } : {}),
  }
  const operator = await openOperator(plain)
  closing.push(() => operator.close())
  const legs = await Promise.all(COMMISSION.map(async (amount) => ({ accountId: await operator.payee(), amount })))
  const funds = new Funds(operator)
  await funds.open(wallets)
  closing.push(() => funds.stop())
  const crashes = planCrashes({ ...options, windows: windowsOf(options.wallet) })
  const supervisor = new Supervisor({
    ...{ processes, settings: { ...plain, legs }, crashes, notes: openNotes(closing) },
    isOver: async (reference) => !(await isRunning(database.knex, reference)),
    onDeath: (done) => done % 10 === 0 && progress(`${done} of ${kills} killed`),
  })
  servers.at = supervisor
  closing.push(() => supervisor.close())
  const callers = new Callers({ ...options, payers: funds.payers, serverUrl: (nth) => supervisor.serverUrl(nth) })
  closing.push(async () => {
    await callers.stop()
    callers.close()
  })
  const calm = (): void => {
    weights = CALM
  }
  return { database, wallet, upstream, operator, funds, supervisor, callers, calm }
}

async function openDatabases(
  { client, wallet: keeper }: Pick<KillOptions, 'client' | 'wallet'>,
  closing: (() => unknown)[],
): Promise<Pick<TestBed, 'database' | 'wallet'>> {
  let server: PostgresServer | undefined
  const postgres = async (): Promise<PostgresServer> => {
    if (server) return server
    const started = await postgresServer()
    closing.push(() => started.stop())
    server = started
    return started
  }
  const database = client === 'pg' ? await postgresDatabase(await postgres()) : await sqliteDatabase()
  closing.push(() => database.drop())
  const wallet = keeper === 'external' ? await externalWalletDatabase(await postgres()) : null
  if (wallet) closing.push(() => wallet.drop())
  return { database, wallet }
}

/** A file for crash notes. */
function openNotes(closing: (() => unknown)[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'parakh-kill-'))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  const notes = join(folder, 'notes.jsonl')
  writeFileSync(notes, '')
  return notes
}
