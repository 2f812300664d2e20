import { ParakhError } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'

const PATIENCE_MS = 60_000

it.each([
  ['the SQLSTATE and the statement', 'call.store_unavailable', 503, 'STORE_UNAVAILABLE'],
  ['what an operation was refused with', 'call.failed', 500, 'OPERATION_REFUSED'],
] as const)(
  'logs %s where the database fails a call, and never its message',
  async (_, event, status, code) => {
    const { host, store, keys, logger } = await createTestHost({ plugins: [parcels({ live: carrier().source })] })
    const facts = { sqlstate: '55P03', statement: 'batch_lock' }
    vi.spyOn(store.billing, 'admit').mockRejectedValue(new ParakhError(code, 'row (ABCPE0000F) is locked', { facts }))
    expect(await host.call('find-parcel', { id: 'p-1' }, keys.production)).toMatchObject({ status })
    expect(logger.of(event)).toMatchObject([{ facts: { ...facts, error: code } }])
    expect(JSON.stringify(logger.lines)).not.toContain('ABCPE0000F')
    await host.stop()
  },
  PATIENCE_MS,
)

it('a call that the ledger refuses to let wait asks no source and writes nothing, not even a row of usage', async () => {
  const source = carrier()
  const { host, store, keys } = await createTestHost({ plugins: [parcels({ live: source.source })] })
  vi.spyOn(store.billing, 'admit').mockResolvedValue({
    kind: 'refused',
    code: 'SERVICE_OVERLOADED',
    rate: null,
    retryAfter: 3,
  })
  const log = vi.spyOn(store.billing, 'log')
  const refused = await host.call('find-parcel', { id: 'p-1' }, keys.production)
  expect(refused).toMatchObject({ status: 503, code: 'SERVICE_OVERLOADED', headers: { 'retry-after': '3' } })
  expect(log).not.toHaveBeenCalled()
  expect(source.state.asked).toBe(0)
  await host.stop()
})
