import { inr, type Money, micro, minus, zero } from '@parakh/core'
import { expect, it } from 'vitest'
import type { Payer, StoreTrial } from './store-trial.ts'

const minusInr = (amount: Money): Money => minus(zero, amount)
/** Each once as often as it can be: nothing is moved twice. */
const TIMES = 20

/** Corrections of wallets, and reversals of what was credited. */
export function adjustmentTests(trial: () => StoreTrial): void {
  const adjust = ({ accountId, environment }: Payer, amount: Money, reference: string) => {
    const of = { accountId, environment, reference, actor: 'test' }
    return trial().store.wallet.adjust({ ...of, amount, reason: 'counted wrongly' })
  }
  const credit = ({ accountId, environment }: Payer, amount: Money, reference: string) =>
    trial().store.wallet.credit({ accountId, environment, amount, reference, actor: 'test' })

  it('adjusts a wallet up and down, idempotent per reference', async () => {
    const payer = await trial().payer(inr('10'))
    expect(await adjust(payer, inr('2'), 'up')).toMatchObject({ balance: inr('12'), adjusted: true, owed: zero })
    expect(await adjust(payer, minusInr(inr('5')), 'down')).toMatchObject({ balance: inr('7'), adjusted: true })
    expect(await adjust(payer, minusInr(inr('5')), 'down')).toMatchObject({ balance: inr('7'), adjusted: false })
  })

  it('adjusts once under concurrent repetition', async () => {
    const payer = await trial().payer(inr('10'))
    const told = await Promise.all(Array.from({ length: TIMES }, () => adjust(payer, minusInr(inr('12')), 'down')))
    expect(told.filter(({ adjusted }) => adjusted)).toHaveLength(1)
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, owed: inr('2') })
  })

  it('takes one reference for one movement of money, credits included', async () => {
    const payer = await trial().payer(inr('1'))
    await credit(payer, inr('5'), 'utr-1')
    expect(await adjust(payer, inr('5'), 'utr-1')).toMatchObject({ balance: inr('6'), adjusted: false })
    const reused = { code: 'REFERENCE_REUSED' }
    await expect(adjust(payer, minusInr(inr('5')), 'utr-1')).rejects.toMatchObject(reused)
    await adjust(payer, inr('3'), 'correction-1')
    expect(await credit(payer, inr('3'), 'correction-1')).toMatchObject({ balance: inr('9'), credited: false })
    await expect(credit(payer, inr('4'), 'correction-1')).rejects.toMatchObject(reused)
    await expect(adjust(payer, inr('4'), 'correction-1')).rejects.toMatchObject(reused)
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('9'), owed: zero })
  })

  it('takes only what is available, never what is held: the rest is owed', async () => {
    const payer = await trial().payer(inr('10'))
    const call = await trial().hold(payer, { price: inr('4') })
    const reversed = await adjust(payer, minusInr(inr('25')), 'chargeback')
    expect(reversed).toMatchObject({ balance: inr('4'), held: inr('4'), available: zero, owed: inr('19') })
    expect(await trial().admit(payer, { price: inr('0.50') })).toMatchObject({ code: 'INSUFFICIENT_BALANCE' })
    expect(await trial().settle(call, { charged: inr('4') })).toEqual({ kind: 'done' })
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, held: zero, owed: inr('19') })
  })

  it('repays what is owed from the next credits, and from a correction upwards', async () => {
    const payer = await trial().payer(inr('10'))
    await adjust(payer, minusInr(inr('25')), 'chargeback')
    expect(await credit(payer, inr('9'), 'utr-2')).toMatchObject({ balance: zero, owed: inr('6'), credited: true })
    expect(await adjust(payer, inr('2'), 'up')).toMatchObject({ balance: zero, owed: inr('4'), adjusted: true })
    expect(await credit(payer, inr('9'), 'utr-3')).toMatchObject({ balance: inr('5'), owed: zero, credited: true })
    expect(await credit(payer, inr('9'), 'utr-2')).toMatchObject({ balance: inr('5'), credited: false })
  })

  it('repays what is owed from a hold that is released, settled or expired', async () => {
    const payer = await trial().payer(inr('10'))
    const [failed, forgotten] = [
      await trial().hold(payer, { price: inr('4') }),
      await trial().hold(payer, { price: inr('6') }),
    ]
    await adjust(payer, minusInr(inr('10')), 'chargeback')
    await trial().settle(failed, { outcome: 'failed' })
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('6'), available: zero, owed: inr('6') })
    trial().clock.advance(30_001)
    await trial().store.billing.sweep(trial().at)
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, held: zero, owed: zero })
    expect(await trial().phase(forgotten.reference)).toBe('released')
  })

  it('repays what is owed from a refund', async () => {
    const payer = await trial().payer(inr('10'))
    const { reference } = await trial().pay(payer, inr('4'))
    await adjust(payer, minusInr(inr('10')), 'chargeback')
    const refunds = [{ reference, reason: 'failed later' }]
    await trial().commit(payer, { refunds })
    await trial().commit(payer, { refunds })
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, owed: zero })
  })

  it('keeps the debts of two environments apart', async () => {
    const payer = await trial().payer(inr('10'))
    const sandbox: Payer = { ...payer, environment: 'sandbox' }
    const { balance: granted } = await trial().balance(sandbox)
    await adjust(payer, minusInr(inr('12')), 'chargeback')
    expect(await trial().balance(sandbox)).toMatchObject({ balance: granted, owed: zero })
    expect(await credit(sandbox, inr('1'), 'more')).toMatchObject({ owed: zero })
    expect(await trial().balance(payer)).toMatchObject({ balance: zero, owed: inr('2') })
  })

  it('refuses a zero amount, an invalid reason and an unknown wallet, and changes nothing', async () => {
    const payer = await trial().payer(inr('3'))
    await expect(adjust(payer, micro(0), 'none')).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
    await expect(adjust({ ...payer, accountId: 'nobody' }, inr('1'), 'x')).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    const { accountId, environment } = payer
    for (const reason of ['', '  ', 'two\nlines', 'x'.repeat(501)]) {
      const of = { accountId, environment, amount: inr('1'), reference: 'reason', actor: 'test' }
      await expect(trial().store.wallet.adjust({ ...of, reason })).rejects.toMatchObject({ code: 'INVALID_REASON' })
    }
    expect(await trial().balance(payer)).toMatchObject({ balance: inr('3'), owed: zero })
  })
}
