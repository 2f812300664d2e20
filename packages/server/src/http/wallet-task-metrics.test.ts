import { inr, Store } from '@parakh/core'
import { expect, it, vi } from 'vitest'
import { externalWalletForTest } from '../../test/external-wallet-for-test.ts'
import { serverForTest } from '../../test/server-for-test.ts'

const PATIENCE = { timeout: 60_000 }

it('tell how many steps an external wallet has still to take, and how old the oldest is', async () => {
  const test = await externalWalletForTest({ funds: inr('10') })
  const told = async () =>
    (await test.app.inject('/metrics')).body.split('\n').filter((line) => line.startsWith('parakh_wallet_tasks'))
  expect(await told()).toEqual(['parakh_wallet_tasks_open 0', 'parakh_wallet_tasks_oldest_seconds 0'])
  test.fake.interrupt = (_, step) => {
    if (step === 'capture') throw new Error('down')
  }
  await test.get('/lookup?code=AB12')
  test.clock.advance(90_000)
  expect(await told()).toEqual(['parakh_wallet_tasks_open 1', 'parakh_wallet_tasks_oldest_seconds 90'])
  const reading = vi.spyOn(test.host.get(Store).walletTasks, 'backlog').mockRejectedValue(new Error('away'))
  test.clock.advance(1_000)
  expect(await told()).toEqual([])
  reading.mockRestore()
  test.fake.interrupt = () => undefined
  const later = async () => {
    test.clock.advance(1_000)
    return await told()
  }
  await expect.poll(later, PATIENCE).toContain('parakh_wallet_tasks_open 0')
  await test.close()
})

it('are not there where the ledger keeps the money', async () => {
  const test = await serverForTest()
  expect((await test.app.inject('/metrics')).body).not.toContain('parakh_wallet_tasks')
  await test.server.close()
})
