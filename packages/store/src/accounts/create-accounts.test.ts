import { type BatchState, ENVIRONMENTS, inr, walletKey, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from './create-accounts.ts'

eachEngine('accounts', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const accounts = (sandboxCredit = inr('100')) =>
    createAccounts({ database: database(), decide, clock, ids, sandboxCredit })
  const rowsOf = (table: string, where: object, order: string) =>
    database().knex(database().table(table)).where(where).orderBy(order)

  it('keeps an account as it answered it', async () => {
    const made = await accounts().create({ name: 'Acme', role: 'developer' })
    expect(made).toMatchObject({ parentId: null, status: 'active', kyc: 'pending', createdAt: clock.now() })
    expect(await accounts().get(made.id)).toEqual(made)
    expect(await accounts().get('nobody')).toBeNull()
    expect(await accounts().list()).toEqual([made])
  })

  it('grants the sandbox credit exactly as billing decides a credit', async () => {
    const { id } = await accounts().create({ name: 'Acme', role: 'developer' })
    const owner = { accountId: id, environment: 'sandbox' } as const
    const empty = {
      posted: zero,
      held: zero,
      owed: zero,
      version: 0,
      requestsDay: '',
      requestsToday: 0,
      requestsTotal: 0,
    }
    const none = { keys: new Map(), claims: new Map(), calls: new Map(), records: new Map(), credits: new Map() }
    const wallets = new Map([[walletKey(owner), { ...owner, ...empty, eventSequence: 0 }]])
    const state: BatchState = { ...none, wallets, counters: new Map() }
    const [credit] = await rowsOf('credit', { account_id: id }, 'id')
    const facts = { reference: 'sandbox-grant', amount: inr('100'), actor: 'system', at: clock.now().getTime() }
    const { changes } = decide(state, [{ kind: 'credit', id: credit.id, ...owner, ...facts }])

    expect([credit]).toMatchObject(
      changes.credits.map(({ reference, amount, actor, at }) => ({ reference, amount, actor, at })),
    )
    expect(await rowsOf('ledger_entry', { transaction_id: credit.id }, 'id')).toMatchObject(
      changes.entries.map(
        ({ kind, ledgerAccount, environment, amount, previous, balance, version, actor, requestId, at }) => ({
          ...{ kind, environment, amount, previous, balance, version, actor, at, price_version: '' },
          ...{ ledger_account: ledgerAccount, request_id: requestId },
        }),
      ),
    )
    const [event] = await rowsOf('outbox', { account_id: id }, 'sequence')
    const [decided] = changes.events
    expect({ ...event, data: JSON.parse(event.data) }).toMatchObject({
      ...{
        id: decided?.id,
        type: decided?.type,
        environment: 'sandbox',
        sequence: 1,
        data: decided?.data,
        at: decided?.at,
      },
    })
    const [wallet] = changes.wallets
    expect(await rowsOf('wallet', { account_id: id }, 'environment')).toMatchObject([
      { environment: 'production', posted: 0, held: 0, version: 0, event_sequence: 0 },
      {
        environment: 'sandbox',
        posted: wallet?.posted,
        held: 0,
        version: wallet?.version,
        event_sequence: wallet?.eventSequence,
      },
    ])
  })

  it('grants nothing where the sandbox credit is zero', async () => {
    const { id } = await accounts(zero).create({ name: 'Acme', role: 'developer' })
    expect(await rowsOf('wallet', { account_id: id, posted: 0, version: 0 }, 'environment')).toHaveLength(
      ENVIRONMENTS.length,
    )
    expect(await rowsOf('credit', { account_id: id }, 'id')).toEqual([])
  })

  it('writes nothing at all for an account that is refused', async () => {
    const before = await rowsOf('wallet', {}, 'account_id')
    await expect(accounts().create({ name: 'A', role: 'retailer', parentId: 'nobody' })).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_FOUND',
    })
    const customer = await accounts(zero).create({ name: 'C', role: 'customer' })
    await expect(accounts().create({ name: 'A', role: 'retailer', parentId: customer.id })).rejects.toMatchObject({
      code: 'ACCOUNT_PARENT_NOT_ALLOWED',
      message: expect.stringContaining('Allowed: distributor'),
    })
    expect(await rowsOf('wallet', {}, 'account_id')).toHaveLength(before.length + ENVIRONMENTS.length)
  })

  it('approves KYC, suspends and closes accounts that exist', async () => {
    const { id } = await accounts().create({ name: 'Acme', role: 'developer' })
    expect(await accounts().approveKyc(id)).toMatchObject({ id, kyc: 'approved', status: 'active' })
    expect(await accounts().setStatus(id, 'suspended')).toMatchObject({ kyc: 'approved', status: 'suspended' })
    expect(await accounts().get(id)).toMatchObject({ kyc: 'approved', status: 'suspended' })
    await expect(accounts().approveKyc('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
    await expect(accounts().setStatus('nobody', 'closed')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })
})
