import { randomBytes } from 'node:crypto'
import { inr, type KeyProvider, type Store } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'
import { localKeyProvider } from '../vault/local-key-provider.ts'

describe.each(ENGINES)('a call whose data key cannot be had, on %s', (_, make) => {
  let place: TestDatabase
  let store: Store
  let isAway = false
  beforeAll(async () => {
    place = await make()
    const local = localKeyProvider([{ id: 'm1', value: randomBytes(32).toString('base64') }])
    const orAway = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isAway) throw new Error('away')
      return await work()
    }
    const provider: KeyProvider = {
      wrap: (dataKey, binding) => orAway(() => local.wrap(dataKey, binding)),
      unwrap: (wrapped, binding) => orAway(() => local.unwrap(wrapped, binding)),
    }
    const secrets = { pepper: [{ id: 'p1', value: 'pepper' }], masterKey: [provider] }
    store = await openStore(place, { secrets })
  })
  afterAll(async () => {
    await store.close()
    await place.drop()
  })

  it('is not admitted, so that nothing is held; one whose key is in memory is answered', async () => {
    const [known, unknown] = [await openPayer(store, inr('10')), await openPayer(store, inr('10'))]
    await admit(store, known, 'known-1')
    isAway = true
    await settle(store, known, 'known-1')
    await admit(store, known, 'known-2')
    await settle(store, known, 'known-2')
    await expect(admit(store, unknown, 'unknown-1')).rejects.toMatchObject({ code: 'MASTER_KEY_UNAVAILABLE' })
    const balance = () => store.wallet.balance(unknown.accountId, 'production')
    expect(await balance()).toMatchObject({ held: 0, available: inr('10') })
    expect(await store.billing.findByReference('unknown-1')).toBeNull()
    isAway = false
    expect(await admit(store, unknown, 'unknown-1')).toMatchObject({ kind: 'admitted' })
    await settle(store, unknown, 'unknown-1')
    expect(await balance()).toMatchObject({ held: 0, available: inr('9') })
    expect(await store.wallet.balance(known.accountId, 'production')).toMatchObject({ held: 0, available: inr('8') })
  })
})
