import { type CallState, counterKey, micro, walletKey, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { createMemoryStore, manualClock, sequentialIds } from '@parakh/testkit'
import { memoryAllotments, memoryCommission, memoryTotals } from './memory-commission.ts'
import { MemoryLedger } from './memory-ledger.ts'
import { MemoryRows } from './memory-rows.ts'
import { type BookRows, type Books, openBooks } from './open-books.ts'

const environment = 'production'

/** Books in memory: the rules of the server, without a database. */
export function memoryBooks(): Books {
  const [clock, ids] = [manualClock(), sequentialIds()]
  const memory = createMemoryStore({ decide, clock, ids, sandboxCredit: zero })
  const { tables } = memory
  const rows: MemoryRows = new MemoryRows({
    unitsOf: (accountId, counter) => tables.counters.get(counterKey({ accountId, environment }, counter)) ?? 0,
    availableOf(accountId): { readonly status: string; readonly available: number } {
      const { available } = ledger.balance({ accountId, environment })
      return { status: ledger.account(accountId).status, available }
    },
  })
  const ledger: MemoryLedger = new MemoryLedger({ tables, rows, clock, ids })
  const parts = { tables, rows, clock, ids, ledger }
  const { month, rollUp } = memory.commission
  return openBooks({
    ...{ clock, ids, ledger: ledger.ledger, accessOf: () => ledger.access, close: () => memory.close() },
    store: {
      ...memory,
      commission: { month, rollUp, ...memoryCommission(parts) },
      allotments: memoryAllotments(parts),
    },
    async read({ accountIds, references }): Promise<BookRows> {
      const by = <T>(read: (accountId: string) => T) => new Map(accountIds.map((id) => [id, read(id)]))
      return {
        wallets: by((accountId) => {
          const { posted, held, owed } = tables.wallets.get(walletKey({ accountId, environment })) ?? NOTHING
          return { balance: posted, held, owed }
        }),
        commission: by((accountId) => memoryTotals(parts, { accountId, environment })),
        entries: tables.entries.slice(),
        calls: references.map((reference) => tables.calls.get(reference) as CallState),
        clawedBack: new Set(ledger.clawedBack),
        fundings: [...rows.fundings.values()].map(fundingOf),
      }
    },
  })
}

const NOTHING = { posted: zero, held: zero, owed: zero }

const fundingOf = (row: Readonly<Record<string, unknown>>): BookRows['fundings'][number] => ({
  ...{ id: String(row['id']), accountId: String(row['account_id']), createdAt: new Date(Number(row['created_at'])) },
  ...{ amount: micro(Number(row['amount'])), reversed: micro(Number(row['reversed'])) },
  utr: row['utr'] as string | null,
  method: row['method'] as BookRows['fundings'][number]['method'],
  state: row['state'] as BookRows['fundings'][number]['state'],
})
