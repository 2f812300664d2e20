import { type Billing, type Clock, NO_WRITES, type RecordStore } from '@parakh/core'
import { noIdentityNumber } from '@parakh/core/formats'
import * as z from 'zod'
import { kernelErrors } from '../error-codes.ts'
import { canonicalJson } from '../request/canonical-json.ts'

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

/** What an account has declared for all its calls of a plugin: it holds the consent of whomever it asks about. */
export interface StandingConsent {
  /** The paper or file in which it did: 1 to 128 printable ASCII characters. */
  readonly reference: string
  /** The version of the notice that was in force. A declaration to an older one counts no more. */
  readonly notice: string
  /** Who wrote it down. */
  readonly actor: string
}
/** What a plugin's configuration says of consent. */
export interface ConsentPolicy {
  readonly notice: string
  readonly standing: boolean
}
/** Whose declaration, and for which plugin. */
export interface StandingConsentOf {
  readonly accountId: string
  readonly plugin: string
}

/** Standing declarations of consent, for production (decisions.md section 11). A policy with `standing: true` accepts them. */
export interface StandingConsents {
  /** What an account has declared; null where it has not, or has withdrawn it. */
  get(of: StandingConsentOf): Promise<StandingConsent | null>
  /**
   * Writes a declaration down, to the notice in force.
   *
   * @throws `CONSENT_NOT_DECLARED` where the plugin's policy accepts none, the reference may not be one, or others changed it meanwhile.
   */
  declare(of: StandingConsentOf, consent: Pick<StandingConsent, 'reference' | 'actor'>): Promise<StandingConsent>
  /** Ends it for the calls to come. @returns Whether there was one. */
  withdraw(of: StandingConsentOf, actor: string): Promise<boolean>
}

/** Declarations kept as records of the account: encrypted, and in one commit each. */
export function standingConsents(parts: {
  readonly records: RecordStore
  readonly billing: Billing
  readonly clock: Clock
  /** By plugin id; null where its configuration says nothing of consent. */
  readonly policies: ReadonlyMap<string, ConsentPolicy | null>
}): StandingConsents {
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
