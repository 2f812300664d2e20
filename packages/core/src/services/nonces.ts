import { coreErrors } from '../error-codes.ts'

const LONGEST_SECONDS = 604_800

/** A nonce of an auth scheme. */
export interface NonceClaim {
  /** The name of the scheme in the configuration. */
  readonly scheme: string
  readonly nonce: string
  /** The time by which it is decided whether an earlier claim has ended: milliseconds since 1970. */
  readonly at: number
  /** 1 to 604,800: for how long it is remembered. */
  readonly seconds: number
}
/** Nonces that were used, for all processes and restarts. Only a digest is kept. */
export interface Nonces {
  /** Claims a nonce. @returns False: it was claimed before, and still is. @throws `NONCE_LIFE_INVALID` */
  claim(nonce: NonceClaim): Promise<boolean>
  /** Drops claims that have ended. @param at Milliseconds since 1970. @returns How many. */
  purge(at: number): Promise<number>
}
/** @throws `NONCE_LIFE_INVALID` */
export function checkNonce({ seconds }: NonceClaim): void {
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_SECONDS)
    throw coreErrors.error('NONCE_LIFE_INVALID', { seconds })
}
