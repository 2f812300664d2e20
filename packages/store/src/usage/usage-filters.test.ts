import { expect, it } from 'vitest'
import { eachEngine } from '../../test/each-engine.ts'
import { createUsageLog } from './create-usage-log.ts'

eachEngine('filters of the usage log', (database) => {
  const wallet = { accountId: 'a-1', environment: 'production' } as const
  const row = (reference: string, more: object = {}) => ({
    ...{ account_id: 'a-1', environment: 'production', key_id: 'k-1', reference, request_id: 'q', endpoint: 'lookup' },
    ...{ status: 200, outcome: 'answer', latency_ms: 1, charged: 5, ip: '::1', at: 1_000 },
    ...more,
  })
  const references = async (query: object) => {
    const asked = { from: 0, until: 2_000, limit: 10, ...query }
    return (await createUsageLog(database()).list(wallet, asked)).map(({ reference }) => reference)
  }

  it('take a key, endpoints and an outcome, and leave the newest of a moment out', async () => {
    await database()
      .knex(database().table('usage'))
      .insert([
        row('one'),
        row('two', { key_id: 'k-2' }),
        row('three', { endpoint: 'other' }),
        row('four', { outcome: 'none', at: 1_500 }),
        row('five', { account_id: 'a-2' }),
      ])
    expect(await references({})).toEqual(['four', 'three', 'two', 'one'])
    expect(await references({ keyId: 'k-2' })).toEqual(['two'])
    expect(await references({ endpoints: ['other', 'nothing'] })).toEqual(['three'])
    expect(await references({ endpoints: [] })).toEqual([])
    expect(await references({ outcome: 'none' })).toEqual(['four'])
    expect(await references({ until: 1_001, skip: 2, limit: 5 })).toEqual(['one'])
  })
})
