import { randomUUID } from 'node:crypto'
import { micro } from '@parakh/core'
import { testWallet } from '@parakh/testkit/suites'
import { OwnWallet } from './src/own-wallet.ts'
import { cableTo } from './test/cable.ts'
import { ownDatabase } from './test/own-database.ts'

testWallet('own', async () => {
  const database = await ownDatabase()
  return {
    capabilities: ['refund', 'credit', 'long-reservations'],
    async open() {
      const cable = await cableTo(database.url)
      const wallet = new OwnWallet(cable.url)
      const close = async () => {
        cable.cut()
        await wallet[Symbol.asyncDispose]()
        await cable.close()
      }
      return { wallet, kill: () => cable.cut(), close }
    },
    async fund(amount) {
      const owner = { accountId: randomUUID(), environment: 'production' } as const
      await database.query('insert into own_balance values ($1, $2)', [owner.accountId, amount])
      return owner
    },
    async available({ accountId }) {
      const [row] = await database.query<{ available: string }>(
        'select available from own_balance where account_id = $1',
        [accountId],
      )
      return micro(Number(row?.available ?? 0))
    },
    close: () => database.drop(),
  }
})
