import {
  Billing,
  Ids,
  NO_WRITES,
  type RecordStore,
  type Service,
  type StandingConsent,
  type StandingConsentOf,
  StandingConsents,
  Store,
  service,
} from '@parakh/core'
import { noIdentityNumber } from '@parakh/core/formats'
import * as z from 'zod'
import { kernelErrors } from '../error-codes.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import { FollowedClock } from '../time/shared-clock.ts'
import type { ConsentPolicy } from './consent-policy.ts'

const COLLECTION = 'kernel.standing-consents'
const DECLARED = 'declared'
const WITHDRAWN = 'withdrawn'
/** What the audit log calls the change to a state. */
const ACTIONS = { [DECLARED]: 'consent.declare', [WITHDRAWN]: 'consent.withdraw' } as const
const MOST_TRIES = 5

const Declaration = z.object({
  reference: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 characters without a space')
    .check(noIdentityNumber),
  notice: z.string(),
  actor: z.string(),
})
// Declarations of before have no end.
const Kept = Declaration.extend({
  expiresAt: z.iso
    .datetime()
    .transform((text) => new Date(text))
    .nullable()
    .default(null),
})

/** Declarations kept as records of the account: encrypted, and in one commit each. @param policies By plugin id. */
export const standingConsents = (policies: Policies): Service =>
  service(
    StandingConsents,
    { billing: Billing, ids: Ids, store: Store, time: FollowedClock },
    ({ billing, ids, store: { records }, time: { clock } }) =>
      recordedConsents({ billing, ids, records, clock, policies }),
  )

/** Null where a plugin's configuration says nothing of consent. */
type Policies = ReadonlyMap<string, ConsentPolicy | null>
interface ConsentParts {
  readonly billing: Billing
  readonly ids: Ids
  readonly records: RecordStore
  readonly clock: FollowedClock['clock']
  readonly policies: Policies
}

const toldOf = ({ reference, notice, expiresAt }: StandingConsent) => ({
  ...{ reference, notice, expires_at: expiresAt?.toISOString() ?? null },
})

function recordedConsents(parts: ConsentParts): StandingConsents {
  const walletOf = ({ accountId }: StandingConsentOf) => ({ accountId, environment: 'production' }) as const
  const read = (of: StandingConsentOf) => parts.records.get(COLLECTION, walletOf(of), of.plugin)

  const write = async (of: StandingConsentOf, consent: StandingConsent, state: keyof typeof ACTIONS): Promise<void> => {
    const { expiresAt, ...declared } = consent
    const value = canonicalJson({ ...declared, ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}) })
    for (let tried = 1; tried <= MOST_TRIES; tried += 1) {
      const expected = (await read(of))?.version ?? null
      const record = { collection: COLLECTION, id: of.plugin, expected, state, value, keys: [], keepUntil: null }
      const at = parts.clock.now()
      const audit = {
        ...{ id: parts.ids.next(), at, actor: consent.actor, action: ACTIONS[state], subject: `consent/${of.plugin}` },
        ...{ accountId: of.accountId, before: null, after: toldOf(consent) },
      }
      const commit = { kind: 'commit', ...walletOf(of), at: at.getTime(), actor: consent.actor } as const
      const written = await parts.billing.commit({
        ...commit,
        writes: { ...NO_WRITES, records: [record], audit: [audit] },
      })
      if (written.kind === 'done') return
    }
    throw kernelErrors.error('CONSENT_NOT_DECLARED', {
      plugin: of.plugin,
      detail: 'it was changed by others meanwhile',
    })
  }
  const get = async (of: StandingConsentOf): Promise<StandingConsent | null> => {
    const row = await read(of)
    return row?.state === DECLARED ? Kept.parse(JSON.parse(row.value)) : null
  }
  return {
    get,
    async declare(of, { expiresAt = null, ...consent }) {
      const policy = parts.policies.get(of.plugin)
      if (!policy?.standing)
        throw kernelErrors.error('CONSENT_NOT_DECLARED', {
          plugin: of.plugin,
          detail: 'its policy accepts no standing declaration',
        })
      const parsed = Declaration.safeParse({ ...consent, notice: policy.notice })
      if (!parsed.success) {
        const detail = `its reference ${parsed.error.issues[0]?.message ?? 'is not valid'}`
        throw kernelErrors.error('CONSENT_NOT_DECLARED', { plugin: of.plugin, detail })
      }
      if (expiresAt && expiresAt <= parts.clock.now())
        throw kernelErrors.error('CONSENT_NOT_DECLARED', { plugin: of.plugin, detail: 'it expires in the past' })
      const declared = { ...parsed.data, expiresAt }
      await write(of, declared, DECLARED)
      return declared
    },
    async withdraw(of, actor) {
      const before = await get(of)
      if (before) await write(of, { ...before, actor }, WITHDRAWN)
      return before !== null
    },
  }
}
