import { randomInt } from 'node:crypto'
import { Funding, inr, Keys } from '@parakh/core'
import type { Host } from '@parakh/kernel'

/**
 * Makes a thing of an account and gives its id, for each name of an id in a path of the admin API. A route whose path has another one
 * fails admin-isolation.test.ts until it stands here.
 */
export const SUBJECTS: Readonly<Record<string, (host: Host, accountId: string) => Promise<string>>> = {
  account_id: async (_host, accountId) => accountId,
  key_id: async (host, accountId) => (await host.get(Keys).create({ accountId, environment: 'sandbox' })).key.id,
  funding_id: async (host, accountId) => {
    const claim = { accountId, environment: 'sandbox', amount: inr('1'), rail: 'imps', actor: 'test' } as const
    return (await host.get(Funding).submitTransfer({ ...claim, utr: `${randomInt(1e11, 1e12)}` })).id
  },
  ref_id: async (host, accountId) => {
    const { key } = await host.get(Keys).create({ accountId, environment: 'sandbox' })
    const reply = await host.call('run-errand', { what: 'bread' }, { keyId: key.id })
    return (reply.data as { ref_id: string }).ref_id
  },
}

/** Parts of a path that name nobody's thing, with a value that is allowed. */
export const FIXED_PARTS: Readonly<Record<string, string>> = { environment: 'sandbox' }

/** Fields of a query or a body that end in `_id` and are looked up within the account of the path alone, by route. */
export const WITHIN_ACCOUNT: Readonly<Record<string, readonly string[]>> = { 'usage.list': ['key_id'] }
