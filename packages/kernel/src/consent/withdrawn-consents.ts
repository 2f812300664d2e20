import {
  Billing,
  Ids,
  NO_WRITES,
  type Service,
  Store,
  service,
  WITHDRAWN_CONSENTS,
  type WithdrawnConsent,
  WithdrawnConsents,
} from '@parakh/core'
import * as z from 'zod'
import { canonicalJson } from '../request/canonical-json.ts'
import { FollowedClock } from '../time/shared-clock.ts'

const STATE = 'withdrawn'

const Withdrawn = z.object({ at: z.iso.datetime().transform((text) => new Date(text)), actor: z.string() })

/** Withdrawals kept as records of the account, by the reference of the consent. None is ever changed or dropped. */
export const withdrawnConsents: Service = service(
  WithdrawnConsents,
  { billing: Billing, ids: Ids, store: Store, time: FollowedClock },
  ({ billing, ids, store: { records }, time: { clock } }) => {
    const walletOf = (accountId: string) => ({ accountId, environment: 'production' }) as const
    const get = async (accountId: string, artefact: string): Promise<WithdrawnConsent | null> => {
      const row = await records.get(WITHDRAWN_CONSENTS, walletOf(accountId), artefact)
      return row && Withdrawn.parse(JSON.parse(row.value))
    }
    return {
      get,
      async withdraw(accountId, artefact, actor) {
        const at = clock.now()
        const value = canonicalJson({ at: at.toISOString(), actor })
        const record = { collection: WITHDRAWN_CONSENTS, id: artefact, expected: null, state: STATE, value }
        const audit = {
          ...{
            id: ids.next(),
            at,
            actor,
            action: 'consent.withdraw-artefact',
            subject: `consent/${artefact}`,
            accountId,
          },
          ...{ before: null, after: { withdrawn_at: at.toISOString() } },
        }
        const writes = { ...NO_WRITES, records: [{ ...record, keys: [], keepUntil: null }], audit: [audit] }
        // Where another was first, its row stands: nothing is written.
        await billing.commit({ kind: 'commit', ...walletOf(accountId), at: at.getTime(), writes, actor })
        return (await get(accountId, artefact)) ?? { at, actor }
      },
    }
  },
)
