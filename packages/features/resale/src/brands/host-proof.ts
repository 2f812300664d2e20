import type { Secrets } from '@parakh/core'
import type { TxtRecords } from '../contract/txt-records.ts'
import { resaleErrors } from '../error-codes.ts'

/** An account and the host that it says is its own. */
export interface ClaimedHost {
  readonly accountId: string
  /** In lower case. */
  readonly host: string
}
/** The record of the DNS that proves a host. */
export interface HostProof {
  /** The name of the TXT record. */
  readonly name: string
  readonly value: string
}
/** What proofs are made and read with. */
export interface ProofParts {
  readonly secrets: Secrets
  readonly records: TxtRecords
}

const textOf = ({ accountId, host }: ClaimedHost): string => `brand-host ${accountId} ${host}`
const recordOf = (hash: string): string => `proof=${hash}`

/** The record that only who has the domain can add, with a value of this account and host alone. */
export const hostProof = ({ secrets }: Pick<ProofParts, 'secrets'>, claimed: ClaimedHost): HostProof => ({
  name: `_domain-proof.${claimed.host}`,
  value: recordOf(secrets.hash(textOf(claimed))),
})

/** Whether the record is there, also with a value of an older key. A name server that does not answer proves nothing. */
export async function isProven({ secrets, records }: ProofParts, claimed: ClaimedHost): Promise<boolean> {
  const allowed = new Set(secrets.hashes(textOf(claimed)).map(recordOf))
  const found = await records.find(hostProof({ secrets }, claimed).name).catch(() => [])
  return found.some((text) => allowed.has(text.trim()))
}

/** @throws `BRAND_HOST_UNPROVEN` */
export async function requireProven(parts: ProofParts, claimed: ClaimedHost): Promise<void> {
  if (await isProven(parts, claimed)) return
  throw resaleErrors.error('BRAND_HOST_UNPROVEN', { host: claimed.host, ...hostProof(parts, claimed) })
}
