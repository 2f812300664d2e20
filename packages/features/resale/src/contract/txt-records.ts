import { token } from '@parakh/core'

/** Reads TXT records of the DNS: the text of each. Empty, or it throws, where there is none. */
export interface TxtRecords {
  /** @param name Such as `_domain-proof.api.reseller.example`. */
  find(name: string): Promise<readonly string[]>
}
/** The TXT records that proofs of domains are read from. */
export const TxtRecords = token<TxtRecords>('resale.txt-records', { broughtBy: '@parakh/resale' })
