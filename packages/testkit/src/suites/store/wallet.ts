import { inr, type Money, micro, plus } from '@parakh/core'
import { expect, it } from 'vitest'
import type { StoreTrial } from './store-trial.ts'

const HOSTS_PLAN = 'plan-01M7ZTY9A583G04YMNCE0KBW6R-2026-12'

/** Money put into wallets. */
export function walletTests(trial: () => StoreTrial): void {
  const credit = (accountId: string, reference: string, amount: Money = inr('5')) =>
    trial().store.wallet.credit({ accountId, environment: 'production', amount, reference, actor: 'test' })

  it('credits a reference once, however often it is sent', async () => {
    const payer = await trial().payer(inr('1'))
    expect(await credit(payer.accountId, 'utr-1')).toMatchObject({ balance: inr('6'), credited: true })
    expect(await credit(payer.accountId, 'utr-1')).toMatchObject({ balance: inr('6'), credited: false })
    expect(await credit(payer.accountId, 'utr-2')).toMatchObject({ balance: inr('11'), credited: true })
  })

  it('credits a reference once under 20 concurrent requests', async () => {
    const payer = await trial().payer(inr('1'))
    const credits = await Promise.all(Array.from({ length: 20 }, () => credit(payer.accountId, 'utr-1')))
    expect(credits.filter(({ credited }) => credited)).toHaveLength(1)
    expect((await trial().balance(payer)).balance).toBe(inr('6'))
  })

  it('refuses a reference that was used for another amount, and changes nothing', async () => {
    const payer = await trial().payer(inr('1'))
    await credit(payer.accountId, 'utr-1')
    await expect(credit(payer.accountId, 'utr-1', inr('6'))).rejects.toMatchObject({ code: 'REFERENCE_REUSED' })
    expect((await trial().balance(payer)).balance).toBe(inr('6'))
  })

  it.each(['', ' ', ' utr', 'two\nlines', 'x'.repeat(129), 'sandbox-grant', 'funding/01/chargeback', HOSTS_PLAN])(
    'refuses the reference %j: invalid, or reserved for the host',
    async (reference) => {
      const payer = await trial().payer(inr('1'))
      await expect(credit(payer.accountId, reference)).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
      const { accountId } = payer
      const of = { accountId, environment: 'production' } as const
      const adjustment = { ...of, amount: inr('1'), reference, reason: 'why', actor: 'test' }
      await expect(trial().store.wallet.adjust(adjustment)).rejects.toMatchObject({ code: 'INVALID_REFERENCE' })
      expect((await trial().balance(payer)).balance).toBe(inr('1'))
    },
  )

  it('takes the same reference for another wallet', async () => {
    const [first, second] = [await trial().payer(inr('1')), await trial().payer(inr('1'))]
    await credit(first.accountId, 'utr-1')
    expect(await credit(second.accountId, 'utr-1')).toMatchObject({ credited: true })
  })

  it('keeps the two environments apart', async () => {
    const { store } = trial()
    const { accountId } = await trial().payer(inr('3'))
    const { balance: granted } = await store.wallet.balance(accountId, 'sandbox')
    await store.wallet.credit({
      accountId,
      environment: 'sandbox',
      amount: inr('7'),
      reference: 'first',
      actor: 'test',
    })
    expect((await store.wallet.balance(accountId, 'sandbox')).balance).toBe(plus(granted, inr('7')))
    expect((await store.wallet.balance(accountId, 'production')).balance).toBe(inr('3'))
  })

  it('refuses amounts of zero or below, and unknown wallets', async () => {
    const { accountId } = await trial().payer(inr('3'))
    await expect(credit(accountId, 'none', micro(0))).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await expect(credit(accountId, 'less', micro(-1))).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await expect(credit('nobody', 'utr-1')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    await expect(trial().store.wallet.balance('nobody', 'sandbox')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
}
