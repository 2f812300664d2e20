import { inr, zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createKeys } from '../keys/create-keys.ts'
import { createKeyedHashes } from '../secrets/keyed-hash.ts'
import { createAccounts } from './create-accounts.ts'

eachEngine('what an account delegates', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()
  const accounts = () => createAccounts({ database: database(), decide, clock, ids, sandboxCredit: zero })
  const keys = () =>
    createKeys({ database: database(), clock, ids, hashes: createKeyedHashes([{ id: 'p', value: 'a pepper' }]) })
  const table = () => database().knex(database().table('account'))
  const pair = async () => {
    const above = await accounts().create({ name: 'Resale', role: 'distributor' })
    const below = await accounts().create({ name: 'Shop', role: 'customer', parentId: above.id })
    return { above: above.id, below: below.id }
  }
  const refused = { code: 'KEYS_NOT_DELEGATED' }

  it('refuses keys from above once the account has an owner, unless it delegates them', async () => {
    const { above, below } = await pair()
    const issue = () => keys().create({ accountId: below, environment: 'sandbox', actingFor: above })
    expect((await issue()).key.issuedBy).toBe(above)
    await table().where({ id: below }).update({ has_owner: 1 })
    expect(await accounts().get(below)).toMatchObject({ hasOwner: true, keysFromAbove: null })
    await expect(issue()).rejects.toMatchObject(refused)
    await accounts().delegateKeys(below, true)
    expect((await issue()).key.issuedBy).toBe(above)
  })

  it('keeps accounts of the release before as they were: none may issue their keys until they delegate', async () => {
    const { above, below } = await pair()
    // As migration 0013 leaves the row of an account that existed before.
    await table().where({ id: below }).update({ keys_undecided: 0 })
    const issue = () => keys().create({ accountId: below, environment: 'sandbox', actingFor: above })
    await expect(issue()).rejects.toMatchObject(refused)
    // As a process of that release delegates.
    await table().where({ id: below }).update({ keys_from_above: 1, keys_undecided: 1 })
    expect((await issue()).key.issuedBy).toBe(above)
  })

  it('ends the delegations of a moved account and of those below it, and keeps refusals', async () => {
    const { above, below } = await pair()
    const middle = await accounts().create({ name: 'Middle', role: 'retailer', parentId: above })
    const { id: deep } = await accounts().create({ name: 'Deep', role: 'customer', parentId: middle.id })
    const other = await accounts().create({ name: 'Other', role: 'distributor' })
    await accounts().delegateKeys(middle.id, true)
    await accounts().delegatePeople(middle.id, false)
    await accounts().delegatePeople(deep, true)
    await accounts().delegateKeys(below, true)
    expect(await accounts().move(middle.id, other.id)).toMatchObject({ keysFromAbove: null, peopleFromAbove: false })
    expect(await accounts().get(middle.id)).toMatchObject({ keysFromAbove: null, peopleFromAbove: false })
    expect(await accounts().get(deep)).toMatchObject({ keysFromAbove: null, peopleFromAbove: null })
    expect(await accounts().get(below)).toMatchObject({ keysFromAbove: true })
    const audit = await database().knex(database().table('audit')).where({ action: 'account.end-delegations' })
    expect(audit.map(({ account_id }: { account_id: string }) => account_id).sort()).toEqual([middle.id, deep].sort())
  })

  it('issues nothing from above that was asked for while an owner joined', async () => {
    if (database().dialect !== 'pg') return
    const { above, below } = await pair()
    const { key } = await keys().create({ accountId: below, environment: 'sandbox', spendCapPerDay: inr('10') })
    const by = { actor: 'reseller', actingFor: above }
    const joining = await database().knex.transaction()
    await joining(database().table('account')).where({ id: below }).update({ has_owner: 1 })
    const asked = [
      () => keys().create({ accountId: below, environment: 'sandbox', ...by }),
      () => keys().rotate(key.id, 0, by),
      () => keys().restrict(key.id, { spendCapPerDay: null }, by),
    ].map((issue) =>
      issue().then(
        () => 'issued',
        (error: { readonly code?: string }) => error.code,
      ),
    )
    // Each has begun and waits for the account.
    await database().knex.raw('select pg_sleep(0.3)')
    await joining.commit()
    expect(await Promise.all(asked)).toEqual(asked.map(() => 'KEYS_NOT_DELEGATED'))
  })
})
