import { randomBytes } from 'node:crypto'
import type { Store } from '@parakh/core'
import type { WebhookEndpoint } from '@parakh/webhooks'
import type { Operator } from './operator.ts'

const ENVIRONMENT = 'production'
/** Events of one commit, as a call has at most a few. */
const AT_ONCE = 200

/** An account with one endpoint. */
export interface Listener {
  readonly accountId: string
  readonly endpoint: WebhookEndpoint
}

/** Opens accounts with an endpoint each. Addresses are not checked here: the worker does that. */
export const openListeners = (
  { store, webhooks }: Pick<Operator, 'store' | 'webhooks'>,
  urls: readonly string[],
): Promise<readonly Listener[]> =>
  Promise.all(
    urls.map(async (url) => {
      const { id: accountId } = await store.accounts.create({ name: 'Listener', role: 'developer' })
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      const draft = { accountId, environment: ENVIRONMENT, url, description: '', events: null, secret } as const
      return { accountId, endpoint: await webhooks.create({ ...draft, actor: 'rig', most: 1 }) }
    }),
  )

/** Commits events of an account, as a settled call does. @returns Their ids. */
export async function commitEvents(store: Store, accountId: string, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomBytes(13).toString('hex'))
  for (let from = 0; from < count; from += AT_ONCE) {
    const events = ids
      .slice(from, from + AT_ONCE)
      .map((id) => ({ id, type: 'order.updated', data: { order_id: id, status: 'printed' } }))
    await store.billing.commit({
      ...{ kind: 'commit', accountId, environment: ENVIRONMENT, at: Date.now(), actor: 'rig' },
      writes: { records: [], jobs: [], refunds: [], asyncState: null, events },
    })
  }
  return ids
}
