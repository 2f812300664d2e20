import { defineErrorTable, type LedgerCheck, type MoneySwitch } from '@parakh/core'
import { collectingLogger } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import type { MoneyGate } from '../limits/money-gate.ts'
import { closePeriods } from './guard-money.ts'

const errors = defineErrorTable('test', {
  LEDGER_CLOSE_DELAYED: 'not yet',
  LEDGER_BROKEN: 'I1 is broken',
  OTHER: 'away',
})

/** A guard whose ledger refuses to close so. */
function guardThatFails(code: 'LEDGER_CLOSE_DELAYED' | 'LEDGER_BROKEN' | 'OTHER') {
  const stop = vi.fn<MoneySwitch['stop']>()
  const logger = collectingLogger()
  const ledger: Pick<LedgerCheck, 'close'> = { close: () => Promise.reject(errors.error(code)) }
  const gate: Pick<MoneyGate, 'refusal' | 'look'> = { refusal: null, look: async () => undefined }
  const store = { ledger, money: { stop } }
  const close = () =>
    closePeriods({ store, gate, logger, owner: 'one' } as unknown as Parameters<typeof closePeriods>[0])
  return { stop, logger, close }
}

it('a close that waits for a transaction that does not end is told of, and stops nothing', async () => {
  const { stop, logger, close } = guardThatFails('LEDGER_CLOSE_DELAYED')
  await close()
  expect(logger.of('ledger.close_delayed')).toHaveLength(1)
  expect(stop).not.toHaveBeenCalled()
})

it('entries that contradict themselves stop money', async () => {
  const { stop, close } = guardThatFails('LEDGER_BROKEN')
  await close()
  expect(stop).toHaveBeenCalledWith('stopped', 'I10: I1 is broken')
})

it('a database that is away says nothing of the money', async () => {
  const { stop, close } = guardThatFails('OTHER')
  await expect(close()).rejects.toMatchObject({ code: 'OTHER' })
  expect(stop).not.toHaveBeenCalled()
})
