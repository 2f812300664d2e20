import { inr, type KeyQuery } from '@parakh/core'
import { decide } from '@parakh/kernel'
import { manualClock, sequentialIds } from '@parakh/testkit'
import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createAccounts } from '../accounts/create-accounts.ts'
import { createKeyedHashes } from '../secrets/keyed-hash.ts'
import { createKeys } from './create-keys.ts'

eachEngine('pages of keys', (database) => {
  const parts = {
    clock: manualClock(),
    ids: sequentialIds(),
    hashes: createKeyedHashes([{ id: '1', value: 'pepper' }]),
  }
  const keys = () => createKeys({ database: database(), ...parts })

  it('are of a branch, an account, an environment or a state, and pass each key once', async () => {
    const accounts = createAccounts({ database: database(), decide, ...parts, sandboxCredit: inr('100') })
    const above = await accounts.create({ name: 'Above', role: 'distributor' })
    const below = await accounts.create({ name: 'Below', role: 'developer', parentId: above.id })
    const beside = await accounts.create({ name: 'Beside', role: 'developer' })
    const issued: string[] = []
    for (const { id } of [above, below, beside, below])
      issued.push((await keys().create({ accountId: id, environment: 'sandbox' })).key.id)
    await keys().revoke(issued[1] ?? '')
    const all = async (query: Partial<KeyQuery>, limit = 2): Promise<readonly string[]> => {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const page = await keys().page({ within: null, cursor, limit, ...query })
        expect(page.items.length).toBeLessThanOrEqual(limit)
        found.push(...page.items.map(({ id }) => id))
        cursor = page.next
      } while (cursor !== null)
      return found
    }
    expect(await all({})).toEqual(issued)
    expect(await all({}, 4)).toEqual(issued)
    expect(await all({ within: above.id })).toEqual([issued[0], issued[1], issued[3]])
    expect(await all({ within: above.id, accountId: beside.id })).toEqual([])
    expect(await all({ accountId: below.id, status: 'active' })).toEqual([issued[3]])
    expect(await all({ environment: 'production' })).toEqual([])
    await expect(all({ cursor: 'x' })).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
  })
})
