import { inr, isParakhError, type Money, NO_WRITES, type OpenWalletTask, type Store, zero } from '@parakh/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdmittedCall, LEASE_MS, type Payer, type StoreBench, StoreTrial } from './store-trial.ts'

const PRICE = inr('2')
const COMMISSION = inr('0.30')

/** Money that an external wallet keeps: what `decide` writes of it, and the tasks of its steps. On a store of their own. */
export function externalWalletTests(suite: { create(): Promise<StoreBench> }): void {
  let trial: StoreTrial
  let payer: Payer
  const store = (): Store => trial.store
  const steps = async (reference: string): Promise<readonly string[]> =>
    (await all()).filter((task) => task.reference === reference).map(({ step, amount }) => `${step} ${amount}`)
  const all = async (): Promise<readonly OpenWalletTask[]> =>
    (await store().walletTasks.list({ cursor: null, limit: 10_000 })).items
  const hold = (price: Money = PRICE): Promise<AdmittedCall> => trial.hold(payer, { price })
  const refund = ({ reference }: AdmittedCall) =>
    trial.commit(payer, { ...NO_WRITES, refunds: [{ reference, reason: 'failed later' }] })
  const sound = async () => {
    expect(await store().ledger.verify()).toMatchObject({ ok: true, broken: [] })
    expect(await trial.balance(payer)).toEqual({ balance: zero, held: zero, available: zero, owed: zero })
  }

  beforeAll(async () => {
    trial = new StoreTrial(await suite.create())
    await store().useWallet('acme', { credits: true })
    payer = await trial.payer(zero)
  })
  afterAll(() => trial.bench.close())

  it('admits without a balance, and says what to reserve', async () => {
    const admission = await trial.admit(payer, { price: PRICE })
    expect(admission).toMatchObject({ kind: 'admitted', reserve: PRICE })
    expect(await trial.admit(payer, { price: zero })).not.toHaveProperty('reserve')
    // The acknowledgement of the commit was lost: the same again.
    const again = await trial.admit(payer, { price: PRICE, reference: admission.reference })
    expect(again).toMatchObject({ kind: 'admitted', reserve: PRICE })
    await sound()
  })

  it('captures a charge, releases anything else, and a refusal of the wallet leaves nothing to release', async () => {
    const [charged, failed, refused] = [await hold(), await hold(), await hold()]
    await trial.settle(charged, { charged: PRICE })
    await trial.settle(charged, { charged: PRICE })
    await trial.settle(failed, { outcome: 'failed' })
    const operation = trial.settleOperation(refused, { outcome: 'refused' })
    await store().billing.settle({ ...operation, unreserved: true })
    expect(await steps(charged.reference)).toEqual([`capture ${PRICE}`])
    expect(await steps(failed.reference)).toEqual([`release ${PRICE}`])
    expect(await steps(refused.reference)).toEqual([])
    await sound()
  })

  it('pays commission of a charge, and takes it back with a refund', async () => {
    const earner = await trial.payer(zero)
    const legs = [{ accountId: earner.accountId, amount: COMMISSION }]
    const call = await trial.hold(payer, { price: PRICE, legs })
    await trial.settle(call, { charged: PRICE })
    await refund(call)
    await refund(call)
    expect(await steps(call.reference)).toEqual([`capture ${PRICE}`, `refund ${PRICE}`])
    await sound()
  })

  it('releases the reservation of a call whose lease ended', async () => {
    const call = await hold()
    trial.clock.advance(LEASE_MS + 1)
    await store().billing.sweep(trial.at)
    expect(await trial.settle(call, { charged: PRICE })).toEqual({ kind: 'lost' })
    expect(await steps(call.reference)).toEqual([`release ${PRICE}`])
    await sound()
  })

  it('leaves the end of a reservation to its own process for 5 s, and a claimed task to its claimant', async () => {
    const call = await hold()
    await trial.settle(call, { charged: PRICE })
    const claim = () => store().walletTasks.claim(trial.at, { limit: 10_000, leaseUntil: trial.at + 30_000 })
    const claimed = async () => (await claim()).some(({ reference }) => reference === call.reference)
    expect(await claimed()).toBe(false)
    trial.clock.advance(5_000)
    expect(await claimed()).toBe(true)
    expect(await claimed()).toBe(false)
    trial.clock.advance(30_000)
    expect(await claimed()).toBe(true)
  })

  it('keeps a refund back until its capture is done', async () => {
    const call = await hold()
    await trial.settle(call, { charged: PRICE })
    await refund(call)
    const claim = async () => {
      trial.clock.advance(60_000)
      const tasks = await store().walletTasks.claim(trial.at, { limit: 10_000, leaseUntil: trial.at + 30_000 })
      return tasks.filter(({ reference }) => reference === call.reference)
    }
    const first = await claim()
    expect(first.map(({ step }) => step)).toEqual(['capture'])
    await store().walletTasks.done(first)
    expect((await claim()).map(({ step }) => step)).toEqual(['refund'])
  })

  it('keeps what failed with its error and its next time, and lists, retries and resolves it by its key', async () => {
    const call = await hold()
    await trial.settle(call, { outcome: 'failed' })
    const { walletTasks } = store()
    const [task] = (await all()).filter(({ reference }) => reference === call.reference)
    if (!task) throw new Error('the task is there')
    await walletTasks.failed(task, trial.at + 3_600_000, 'TimeoutError')
    const key = `${call.reference}/release`
    expect(await walletTasks.retry(key, trial.at)).toMatchObject({
      attempts: 1,
      error: 'TimeoutError',
      nextAt: trial.at,
    })
    const backlog = await walletTasks.backlog()
    expect(backlog.open).toBe((await all()).length)
    expect(backlog.oldestAt).not.toBeNull()
    await walletTasks.resolve(key, { actor: 'asha', reason: 'released by hand' })
    expect(await steps(call.reference)).toEqual([])
    const { items } = await store().audit.list({
      accountIds: null,
      action: 'wallet-task.resolve',
      cursor: null,
      limit: 1,
    })
    expect(items).toMatchObject([{ actor: 'asha', after: { task: key, reason: 'released by hand' } }])
    await expect(walletTasks.retry(key, trial.at)).rejects.toSatisfy(hasCode('WALLET_TASK_NOT_FOUND'))
    await expect(walletTasks.resolve('nothing', { actor: 'asha', reason: 'x' })).rejects.toSatisfy(
      hasCode('WALLET_TASK_NOT_FOUND'),
    )
  })

  it('lists open tasks by page, the oldest first, each once', async () => {
    const calls: AdmittedCall[] = []
    for (let nth = 0; nth < 5; nth += 1) {
      const call = await hold()
      await trial.settle(call, { charged: PRICE })
      calls.push(call)
      // Two of them in one millisecond.
      if (nth !== 2) trial.clock.advance(1)
    }
    const keys = (tasks: readonly OpenWalletTask[]) => tasks.map(({ reference, step }) => `${reference}/${step}`)
    const paged: OpenWalletTask[] = []
    for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
      const { items, next } = await store().walletTasks.list({ cursor, limit: 2 })
      expect(items.length).toBeLessThanOrEqual(2)
      paged.push(...items)
      cursor = next ?? undefined
    }
    expect(keys(paged)).toEqual(keys(await all()))
    const own = calls.map(({ reference }) => reference)
    expect(paged.filter(({ reference }) => own.includes(reference))).toHaveLength(5)
    const [{ at: oldest } = { at: 0 }] = paged
    const { items: old } = await store().walletTasks.list({ before: oldest, cursor: null, limit: 10_000 })
    expect(keys(old)).toEqual(keys(paged.filter(({ at }) => at <= oldest)))
  })

  it('hands a credit over, and an adjustment downwards is owed and repaid from the next one', async () => {
    const owner = { accountId: payer.accountId, environment: 'production' } as const
    const by = { ...owner, actor: 'asha' }
    await store().wallet.credit({ ...by, amount: inr('5'), reference: 'utr-1' })
    await store().wallet.credit({ ...by, amount: inr('5'), reference: 'utr-1' })
    const amount = -inr('3') as Money
    const owing = await store().wallet.adjust({ ...by, amount, reference: 'utr-1-back', reason: 'sent back' })
    expect(owing).toMatchObject({ available: zero, owed: inr('3') })
    await store().wallet.credit({ ...by, amount: inr('5'), reference: 'utr-2' })
    const credited = (await all()).filter(({ step }) => step === 'credit').map((task) => task.amount)
    expect(credited).toEqual([inr('5'), inr('2')])
    await sound()
  })

  it('refuses by name what a wallet without credits does not take, and nothing beside it', async () => {
    await store().useWallet('acme', { credits: false })
    const credit = { accountId: payer.accountId, environment: 'production', amount: inr('1'), actor: 'asha' } as const
    const sandbox = { ...credit, environment: 'sandbox', reference: 'beside' } as const
    const [refused, beside] = await Promise.allSettled([
      store().wallet.credit({ ...credit, reference: 'utr-refused' }),
      store().wallet.credit(sandbox),
    ])
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'WALLET_CANNOT_CREDIT' } })
    expect(beside).toMatchObject({ status: 'fulfilled', value: { credited: true } })
    await store().wallet.adjust({
      ...{ ...sandbox, amount: -credit.amount as Money, reference: 'beside-back', reason: 'given back' },
    })
    await store().useWallet('acme', { credits: true })
    await sound()
  })

  it('leaves the sandbox to the ledger', async () => {
    const balance = await store().wallet.balance(payer.accountId, 'sandbox')
    expect(balance).toMatchObject({ available: inr('100') })
  })

  it('keeps its driver once production wallets were used', async () => {
    await store().useWallet('acme', { credits: true })
    await expect(store().useWallet('ledger', null)).rejects.toSatisfy(hasCode('WALLET_DRIVER_CHANGED'))
  })
}

const hasCode =
  (code: string) =>
  (error: unknown): boolean =>
    isParakhError(error) && error.code === code
