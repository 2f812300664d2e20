import {
  Billing,
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

const COLLECTION = 'kernel.standing-consents'
const DECLARED = 'declared'
const WITHDRAWN = 'withdrawn'
const MOST_TRIES = 5

const Declaration = z.object({
  reference: z
    .string()
    .regex(/^[\x21-\x7e]{1,128}$/, 'must be 1 to 128 characters without a space')
    .check(noIdentityNumber),
  notice: z.string(),
  actor: z.string(),
})

/** What a plugin's configuration says of consent. */
export interface ConsentPolicy {
  readonly notice: string
  readonly standing: boolean
}

/** Declarations kept as records of the account: encrypted, and in one commit each. @param policies By plugin id. */
export const standingConsents = (policies: Policies): Service =>
  service(
    StandingConsents,
    { billing: Billing, store: Store, time: FollowedClock },
    ({ billing, store: { records }, time: { clock } }) => recordedConsents({ billing, records, clock, policies }),
  )

/** Null where a plugin's configuration says nothing of consent. */
type Policies = ReadonlyMap<string, ConsentPolicy | null>
interface ConsentParts {
  readonly billing: Billing
  readonly records: RecordStore
  readonly clock: FollowedClock['clock']
  readonly policies: Policies
}

function recordedConsents(parts: ConsentParts): StandingConsents {
  const walletOf = ({ accountId }: StandingConsentOf) => ({ accountId, environment: 'production' }) as const
  const read = (of: StandingConsentOf) => parts.records.get(COLLECTION, walletOf(of), of.plugin)

  const write = async (of: StandingConsentOf, consent: StandingConsent, state: string): Promise<void> => {
    const value = canonicalJson(consent)
    for (let tried = 1; tried <= MOST_TRIES; tried += 1) {
      const expected = (await read(of))?.version ?? null
      const record = { collection: COLLECTION, id: of.plugin, expected, state, value, keys: [], keepUntil: null }
      const writes = { ...NO_WRITES, records: [record] }
      const at = parts.clock.now().getTime()
      const written = await parts.billing.commit({ kind: 'commit', ...walletOf(of), at, writes, actor: consent.actor })
      if (written.kind === 'done') return
    }
    throw kernelErrors.error('CONSENT_NOT_DECLARED', {
      plugin: of.plugin,
      detail: 'it was changed by others meanwhile',
    })
  }
  const get = async (of: StandingConsentOf): Promise<StandingConsent | null> => {
    const row = await read(of)
    return row?.state === DECLARED ? Declaration.parse(JSON.parse(row.value)) : null
  }
  return {
    get,
    async declare(of, consent) {
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
      await write(of, parsed.data, DECLARED)
      return parsed.data
    },
    async withdraw(of, actor) {
      const before = await get(of)
      if (before) await write(of, { ...before, actor }, WITHDRAWN)
      return before !== null
    },
  }
}
