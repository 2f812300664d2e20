import { type BatchChanges, type CallState, isOpenCall, walletKey } from '@parakh/core'
import type { StateRows } from '../batch/batch-state.ts'
import type { Footprint } from '../batch/footprint.ts'

/** The transactions that wrote the rows behind a key (`xmin`): its own, its account's, its windows'. */
interface KeyVersions {
  readonly key: string
  readonly account: string
  readonly windows: string | null
}

/** What must still hold when a guess is written, as JSON: which transaction wrote each row that it rests on. */
export const NO_PREMISES = '{"wallets":[],"keys":[],"calls":[]}'

/**
 * Which transaction wrote each row that is remembered. PostgreSQL has it in `xmin`, a column of every row, which changes with whatever is
 * changed in it, by whomever (decision 0039).
 */
export class RowVersions {
  readonly #wallets = new Map<string, string>()
  readonly #keys = new Map<string, KeyVersions>()
  readonly #calls = new Map<string, string>()

  /** How many rows are remembered. */
  get size(): number {
    return this.#wallets.size + this.#keys.size + this.#calls.size
  }

  /** Remembers what was read; of calls those that are open. */
  learn({ wallets, keys, calls, claims, uniqueKeys }: StateRows, open: ReadonlyMap<string, CallState>): void {
    for (const row of wallets)
      this.#wallets.set(walletKey({ accountId: row[0], environment: row[1] }), version(row[12]))
    for (const row of keys) {
      const [key, account, windows] = row[6] ?? []
      this.#keys.set(row[0], { key: version(key), account: version(account), windows: windows ?? null })
    }
    for (const row of [...calls, ...claims, ...uniqueKeys])
      if (open.has(row[0])) this.#calls.set(row[0], version(row[25]))
  }

  /** Follows what a transaction wrote. */
  apply({ wallets, windows, callsAdded, callsChanged }: BatchChanges, transaction: string): void {
    for (const wallet of wallets) this.#wallets.set(walletKey(wallet), transaction)
    for (const { keyId } of windows) {
      const known = this.#keys.get(keyId)
      if (known) this.#keys.set(keyId, { key: known.key, account: known.account, windows: transaction })
    }
    for (const call of [...callsChanged, ...callsAdded]) {
      if (isOpenCall(call)) this.#calls.set(call.reference, transaction)
      else this.#calls.delete(call.reference)
    }
  }

  /**
   * The rows that a guess rests on: those of its footprint, and those that it changes. A reference that is not remembered is guessed to be
   * free, which the insert proves.
   *
   * @returns JSON; null where one of them is not remembered.
   */
  premises(footprint: Footprint, changes: BatchChanges, keysOfCalls: readonly string[]): string | null {
    const changed = changes.callsChanged.map(({ reference }) => reference)
    const keyIds = new Set([...footprint.keys, ...keysOfCalls, ...changes.windows.map(({ keyId }) => keyId)])
    const references = new Set([...footprint.calls.filter((reference) => this.#calls.has(reference)), ...changed])
    const wallets = footprint.wallets.map(([accountId, environment]) => [
      accountId,
      environment,
      this.#wallets.get(walletKey({ accountId, environment })),
    ])
    const keys = Array.from(keyIds, (id) => {
      const known = this.#keys.get(id)
      return [id, known?.key, known?.account, known?.windows ?? null]
    })
    const calls = Array.from(references, (reference) => [reference, this.#calls.get(reference)])
    const isKnown = (row: readonly unknown[]): boolean => !row.includes(undefined)
    return [wallets, keys, calls].every((rows) => rows.every(isKnown)) ? JSON.stringify({ wallets, keys, calls }) : null
  }

  /** Forgets everything. */
  forget(): void {
    this.#wallets.clear()
    this.#keys.clear()
    this.#calls.clear()
  }
}

function version(written: string | undefined): string {
  if (written === undefined) throw new TypeError('a row was read without the transaction that wrote it')
  return written
}
