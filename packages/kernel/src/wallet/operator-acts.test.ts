import { decorate, definePlugin, inr, micro, OperatorActs } from '@parakh/core'
import { createTestHost } from '@parakh/testkit'
import { expect, it } from 'vitest'

const environment = 'production'
const actor = 'asha'

it('credits and corrects a wallet at once where no feature says otherwise, once per reference', async () => {
  const { host, store, account } = await createTestHost({ plugins: [], funds: micro(0) })
  const acts = host.get(OperatorActs)
  const of = { accountId: account.id, environment, actor } as const
  const credit = { ...of, method: 'credit', amount: inr('99999999'), reference: 'utr-1' } as const
  expect(await acts.act(credit)).toEqual({ waiting: null, moved: true })
  expect(await acts.act(credit)).toEqual({ waiting: null, moved: false })
  const fix = { ...of, method: 'adjustment', amount: micro(-inr('9')), reference: 'fix', reason: 'Wrong' } as const
  expect(await acts.act(fix)).toEqual({ waiting: null, moved: true })
  expect(await store.wallet.balance(account.id, environment)).toMatchObject({ balance: inr('99999990') })
  await host.stop()
})

it('has a feature keep an act back, which carries it out later', async () => {
  const waiting = definePlugin({
    ...{ id: 'waiting', contract: 1 },
    decorates: [
      decorate(OperatorActs, {
        ...{ id: 'all', needs: {} },
        wrap: (inner) => ({
          ...inner,
          act: async ({ amount, actor: createdBy }) => ({ waiting: { id: 'w-1', amount, createdBy }, moved: false }),
        }),
      }),
    ],
  })
  const { host, store, account } = await createTestHost({ plugins: [waiting()], funds: micro(0) })
  const acts = host.get(OperatorActs)
  const act = { accountId: account.id, environment, actor, method: 'credit', amount: inr('5'), reference: 'r' } as const
  expect(await acts.act(act)).toMatchObject({ waiting: { id: 'w-1', createdBy: actor }, moved: false })
  expect(await store.wallet.balance(account.id, environment)).toMatchObject({ balance: 0 })
  expect(await acts.carryOut({ ...act, actor: 'asha + bina' })).toBe(true)
  expect(await store.wallet.balance(account.id, environment)).toMatchObject({ balance: inr('5') })
  await host.stop()
})
