import { micro, type WalletMovement } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import type { StatementLine } from '../contract/statements.ts'
import { walletLines } from './wallet-lines.ts'

const MIDNIGHT = Date.parse('2026-10-01T18:30:00Z')
const wallet = { accountId: 'a', environment: 'production' } as const

/** Movements of these kinds and amounts, one second apart by default. */
function movementsOf(given: readonly (readonly [kind: string, amount: number, more?: Partial<WalletMovement>])[]) {
  let balance = 0
  return given.map(([kind, amount, more], place): WalletMovement => {
    balance += amount
    const of = {
      version: place + 1,
      at: MIDNIGHT + place * 1_000,
      reference: `r-${place}`,
      reason: null,
      endpoint: null,
    }
    return { ...of, kind, amount: micro(amount), balance: micro(balance), ...more }
  })
}

async function linesOf(movements: readonly WalletMovement[], everyMovement = false): Promise<readonly StatementLine[]> {
  const pages: number[] = []
  const ledger = {
    async walletMovements(_: unknown, { after, through, limit }: { after: number; through: number; limit: number }) {
      const page = movements.filter(({ version }) => version > after && version <= through).slice(0, limit)
      pages.push(page.length)
      return page
    },
  }
  const last = movements.at(-1)
  const span = { after: 0, through: last?.version ?? 0, opening: micro(0), closing: last?.balance ?? micro(0) }
  const lines: StatementLine[] = []
  for await (const line of walletLines({ ledger, wallet, span, everyMovement })) lines.push(line)
  expect(Math.max(0, ...pages)).toBeLessThanOrEqual(2_000)
  return lines
}
const shown = (lines: readonly StatementLine[]) =>
  lines.map(
    ({ day, kind, endpoint, count, amount, balance }) => `${day} ${kind} ${endpoint} ${count} ${amount} ${balance}`,
  )

describe('the lines of a wallet', () => {
  it('have charges and refunds of a day together by endpoint, and all else apart, in order', async () => {
    const lines = await linesOf(
      movementsOf([
        ['credit', 100],
        ['charge', -5, { endpoint: 'pan' }],
        ['charge', -1, { endpoint: 'ifsc' }],
        ['refund', 5, { endpoint: 'pan' }],
        ['charge', -5, { endpoint: 'pan' }],
        ['adjustment', -20, { endpoint: 'none of it', reason: 'chargeback' }],
        ['charge', -1, { endpoint: 'ifsc', at: MIDNIGHT + 86_400_000 }],
      ]),
    )
    expect(shown(lines)).toEqual([
      '2026-10-02 credit null 1 100 100',
      // Refunds come first, so that no balance in between is too low.
      '2026-10-02 refund pan 1 5 105',
      '2026-10-02 charge ifsc 1 -1 104',
      '2026-10-02 charge pan 2 -10 94',
      '2026-10-02 adjustment null 1 -20 74',
      '2026-10-03 charge ifsc 1 -1 73',
    ])
  })

  it('say "plan fee" and "transfer", and keep the kind of a correction', async () => {
    const lines = await linesOf(
      movementsOf([
        ['allotment', 100],
        ['adjustment', -10, { reference: 'plan-01J8Z3K4M5N6P7Q8R9S0T1V2W3-2026-10', reason: 'Plan small, 2026-10' }],
        ['adjustment', -10, { reference: 'plan-b', reason: 'Correction' }],
        ['allotment', -5],
      ]),
    )
    expect(lines.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      ...['transfer 100', 'plan fee -10', 'adjustment -10', 'transfer -5'],
    ])
  })

  it('are dated with the previous line if a clock lags', async () => {
    const lines = await linesOf(
      movementsOf([
        ['charge', -1],
        ['charge', -1, { at: MIDNIGHT - 1 }],
      ]),
    )
    expect(shown(lines)).toEqual(['2026-10-02 charge null 2 -2 -2'])
  })

  it('are one per movement on request, over several pages', async () => {
    const movements = movementsOf(Array.from({ length: 4_500 }, () => ['charge', -1] as const))
    expect(await linesOf(movements, true)).toHaveLength(4_500)
    expect(await linesOf(movements)).toHaveLength(1)
  })

  it('end with an error if entries are missing or have changed', async () => {
    const movements = movementsOf([
      ['credit', 100],
      ['charge', -5],
      ['charge', -5],
    ])
    await expect(linesOf(movements.filter(({ version }) => version !== 2))).rejects.toMatchObject({
      code: 'STATEMENT_CHANGED',
    })
    const cut = linesOf([
      ...movements.slice(0, 2),
      { ...movementsOf([['charge', -9]])[0], version: 9 } as WalletMovement,
    ])
    await expect(cut).rejects.toMatchObject({ code: 'STATEMENT_CHANGED' })
  })
})
