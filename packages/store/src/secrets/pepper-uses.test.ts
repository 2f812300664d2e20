import { zero } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from '../accounts/create-accounts.ts'
import { createAdminTokens } from '../admin/create-admin-tokens.ts'
import { createKeys } from '../keys/create-keys.ts'
import { createKeyedHashes } from './keyed-hash.ts'
import { readPepperUses } from './pepper-uses.ts'

const older = { id: '2025', value: 'the older pepper' }
const newer = { id: '2026', value: 'the newer pepper' }

eachEngine('uses of peppers', (database) => {
  const clock = manualClock()
  const ids = sequentialIds()

  it('are of secrets that still work, and of the fields of records', async () => {
    const hashes = createKeyedHashes([older])
    const parts = { database: database(), clock, ids, hashes }
    const { id: accountId } = await createAccounts({ ...parts, decide, sandboxCredit: zero }).create({
      ...{ name: 'Acme', role: 'developer' },
    })
    const keys = createKeys(parts)
    const create = () => keys.create({ accountId, environment: 'sandbox' })
    const [revoked, rotated] = [await create(), await create()]
    await keys.revoke(revoked.key.id)
    await keys.rotate(rotated.key.id, 60)
    const tokens = createAdminTokens({ ...parts, scopes: [] })
    const token = { accountId: null, scopes: ['*'], actor: 'asha' }
    await tokens.create({ ...token, name: 'lasting', expiresAt: null })
    await tokens.create({ ...token, name: 'ending', expiresAt: new Date(clock.now().getTime() + 60_000) })
    const record = { account_id: accountId, environment: 'sandbox', collection: 'c', name: 'n', record_id: 'r' }
    for (const hash of ['2024.a', '2025.b', '2025.c'])
      await database()
        .knex(database().table('record_key'))
        .insert({ ...record, hash })
    const uses = async () => {
      const read = { database: database(), hashes: createKeyedHashes([newer, older]), now: clock.now().getTime() }
      return await readPepperUses(read)
    }
    const none = { apiSecrets: 0, adminTokens: 0, recordKeys: 0, subjects: 0 }
    expect(await uses()).toEqual([
      { pepperId: '2026', isCurrent: true, isConfigured: true, ...none },
      { pepperId: '2025', isCurrent: false, isConfigured: true, ...none, apiSecrets: 2, adminTokens: 2, recordKeys: 2 },
      { pepperId: '2024', isCurrent: false, isConfigured: false, ...none, recordKeys: 1 },
    ])
    clock.advance(60_001)
    expect((await uses())[1]).toMatchObject({ apiSecrets: 1, adminTokens: 1 })
  })
})
