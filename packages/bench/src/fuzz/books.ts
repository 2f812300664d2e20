import { setTimeout as sleep } from 'node:timers/promises'
import { Store } from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { countOpenHolds } from '../kill/final-state.ts'
import type { FuzzReply, FuzzRequest } from './fuzz-request.ts'
import type { FuzzedServer } from './fuzzed-server.ts'
import { type FuzzFinding, jsonOf, keyOf } from './judge-reply.ts'

const MICRO = 1_000_000
const SETTLED_MS = 60_000
const LOOK_EVERY_MS = 200

/** What the envelopes say of the charge. */
const Charged = z.union([
  z.object({ meta: z.object({ charged: z.number() }) }).transform(({ meta }) => meta.charged),
  z.object({ charged: z.number() }).transform(({ charged }) => charged),
  z.object({ amount: z.string(), balance_left: z.string() }).transform(({ amount }) => Number(amount)),
])

/** A request id is one of a wallet: others may use it too. */
const nameOf = (wallet: string, requestId: string): string => `${wallet} ${requestId}`

/** What was answered to calls, by wallet and request id, to be held against the ledger. */
export class Books {
  /** Micro-rupees that the answers of each id said they cost, replays aside; null: an envelope does not say. */
  readonly #answered = new Map<string, number | null>()
  readonly #unsaid = new Set<string>()

  /** Takes the answer to a call. @param wallet Of the account and the environment of its key. */
  note(wallet: string, reply: FuzzReply): void {
    const requestId = keyOf(reply)
    if (requestId === undefined || reply.status >= 300 || reply.headers['idempotent-replayed'] === 'true') return
    const read = Charged.safeParse(jsonOf(reply))
    const name = nameOf(wallet, requestId)
    const before = this.#answered.get(name) ?? 0
    // An endpoint without replays answers under the id of a paid call too, for nothing.
    this.#answered.set(name, read.success && !this.#unsaid.has(name) ? before + Math.round(read.data * MICRO) : null)
    if (!read.success) this.#unsaid.add(name)
  }

  /** A call whose connection was closed before its answer: it may be charged. */
  unseen(wallet: string, { headers }: FuzzRequest): void {
    const requestId = headers['idempotency-key']?.replaceAll('"', '') ?? headers['x-request-id']
    if (requestId === undefined) return
    const name = nameOf(wallet, requestId)
    this.#unsaid.add(name)
    this.#answered.set(name, null)
  }

  /** Calls that were answered. */
  get answers(): number {
    return this.#answered.size
  }

  /** Holds what was answered against the ledger, once nothing is held any more. */
  async judge({ database, host }: FuzzedServer, payers: readonly string[]): Promise<readonly FuzzFinding[]> {
    await settled(database.knex)
    const charges = await chargesOf(database.knex, payers)
    const { broken, openHolds } = await host.get(Store).ledger.verify()
    const ids = new Set([...charges.keys(), ...this.#answered.keys()])
    return [
      ...[...ids].flatMap((id) => this.#compare(id, charges.get(id) ?? 0)),
      ...broken.map(({ invariant, detail }) => ({ fault: 'ledger', detail: `${invariant}: ${detail}` })),
      ...(openHolds > 0 ? [{ fault: 'hold', detail: `${openHolds} holds are open` }] : []),
    ]
  }

  #compare(id: string, charged: number): readonly FuzzFinding[] {
    const told = this.#answered.get(id)
    if (told === undefined) return [{ fault: 'charge', detail: `${id}: charged ${charged} without an answer` }]
    if (told === null || told === charged) return []
    return [{ fault: 'charge', detail: `${id}: charged ${charged}, and its caller was told ${told}` }]
  }
}

async function settled(knex: Knex): Promise<void> {
  for (let waitedMs = 0; waitedMs < SETTLED_MS; waitedMs += LOOK_EVERY_MS) {
    if ((await countOpenHolds(knex)) === 0) return
    await sleep(LOOK_EVERY_MS)
  }
}

interface ChargeRow {
  readonly ledger_account: string
  readonly environment: string
  readonly request_id: string
  readonly amount: string | number
}

/** Micro-rupees that calls took out of the wallets of accounts, by wallet and request id. */
async function chargesOf(knex: Knex, payers: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows: readonly ChargeRow[] = await knex('parakh_ledger_entry')
    .where({ kind: 'charge' })
    .whereIn(
      'ledger_account',
      payers.map((id) => `wallet:${id}`),
    )
    .select('ledger_account', 'environment', 'request_id', 'amount')
  const charges = new Map<string, number>()
  for (const { ledger_account: wallet, environment, request_id: id, amount } of rows) {
    const name = nameOf(`${wallet.slice('wallet:'.length)} ${environment}`, id)
    charges.set(name, (charges.get(name) ?? 0) - Number(amount))
  }
  return charges
}
