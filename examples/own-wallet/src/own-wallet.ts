import {
  definePlugin,
  type ExternalWallet,
  micro,
  type Reservation,
  type ReserveStep,
  type WalletOwner,
  type WalletStep,
  walletDriver,
} from '@parakh/core'
import pg from 'pg'
import * as z from 'zod'

/** What a step comes to. */
type Result = Reservation['kind'] | 'done'
/** What is set aside under the reference of a step. */
interface Held {
  readonly held: number
  readonly over: boolean
}

/** No step holds a connection or a lock for longer, in milliseconds: not behind a lock, nor when its process stands still. */
const LONGEST_MS = 10_000
/** The row of the step's reference, locked until the end of the transaction: a late reserve meets its release. */
const LOCK = `insert into own_reservation (reference) values ($1)
  on conflict (reference) do update set reference = excluded.reference returning held, over`
const GIVE = `insert into own_balance (account_id, available) values ($1, $2)
  on conflict (account_id) do update set available = own_balance.available + excluded.available`
const TAKE = 'update own_balance set available = available - $2 where account_id = $1 and available >= $2'

/** Wallets in three tables of our own PostgreSQL (schema.sql). Each step is one transaction, and its key stands in it. */
export class OwnWallet implements ExternalWallet {
  readonly #pool: pg.Pool

  /** @param connection `postgres://user:password@host/database` */
  constructor(connection: string) {
    this.#pool = new pg.Pool({
      ...{ connectionString: connection, connectionTimeoutMillis: LONGEST_MS, query_timeout: LONGEST_MS },
      ...{ statement_timeout: LONGEST_MS, idle_in_transaction_session_timeout: LONGEST_MS },
    })
    // A connection that is cut, idle or between two queries, ends the process where nobody listens. Its step fails by itself.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async balance({ accountId }: WalletOwner) {
    const { rows } = await this.#pool.query('select available from own_balance where account_id = $1', [accountId])
    return { available: micro(Number(rows[0]?.available ?? 0)) }
  }

  async reserve(step: ReserveStep, signal: AbortSignal): Promise<Reservation> {
    const result = await this.#once(step, signal, async (client, { over }) => {
      if (over) return 'insufficient'
      const { rowCount } = await client.query(TAKE, [step.wallet.accountId, step.amount])
      if (rowCount === 0) return 'insufficient'
      await client.query('update own_reservation set held = $2 where reference = $1', [step.reference, step.amount])
      return 'reserved'
    })
    return { kind: result === 'reserved' ? 'reserved' : 'insufficient' }
  }

  capture = (step: WalletStep, signal: AbortSignal) => this.#end(step, signal, step.amount)
  release = (step: WalletStep, signal: AbortSignal) => this.#end(step, signal, 0)
  refund = (step: WalletStep, signal: AbortSignal) => this.#put(step, signal)
  credit = (step: WalletStep, signal: AbortSignal) => this.#put(step, signal)

  /** At the end of the server. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end()
  }

  async #end(step: WalletStep, signal: AbortSignal, taken: number): Promise<void> {
    await this.#once(step, signal, async (client, { held }) => {
      if (held > taken) await client.query(GIVE, [step.wallet.accountId, held - taken])
      await client.query('update own_reservation set held = 0, over = true where reference = $1', [step.reference])
      return 'done'
    })
  }

  async #put(step: WalletStep, signal: AbortSignal): Promise<void> {
    await this.#once(step, signal, async (client) => {
      await client.query(GIVE, [step.wallet.accountId, step.amount])
      return 'done'
    })
  }

  /** Takes a step, or gives the result that it had. */
  async #once(
    { key, reference }: WalletStep,
    signal: AbortSignal,
    take: (client: pg.PoolClient, held: Held) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#pool.connect()
    try {
      signal.throwIfAborted()
      await client.query('begin')
      const { rows } = await client.query(LOCK, [reference])
      const before = await client.query('select result from own_step where key = $1', [key])
      const result = before.rows[0]?.result ?? (await take(client, { held: Number(rows[0].held), over: rows[0].over }))
      if (before.rowCount === 0) await client.query('insert into own_step (key, result) values ($1, $2)', [key, result])
      await client.query('commit')
      client.release()
      return result
    } catch (error) {
      // Nobody knows where its transaction stands: the connection is closed, not given back.
      client.release(true)
      throw error
    }
  }
}

/** `wallet: { use: own, connection: … }` */
const ownWallet = walletDriver({
  id: 'own',
  options: z.strictObject({ connection: z.url({ protocol: /^postgres(ql)?$/ }) }),
  needs: {},
  capabilities: ['refund', 'credit', 'long-reservations'],
  make: ({ options: { connection } }) => new OwnWallet(connection),
})

export default definePlugin({ id: 'own-wallet', contract: 1, contributes: [ownWallet] })
