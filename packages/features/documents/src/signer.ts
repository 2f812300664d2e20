import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '@parakh/core'

/** Characters of a signature: 128 bits in base64url. */
const LENGTH = 22

/** Text with a signature behind it: made under the first pepper, good under all. */
export interface Signer {
  /** @param text In base64url. */
  sign(text: string): string
  /** The text, if the signature behind it is genuine; else null. */
  open(signed: string): string | null
}

/**
 * Signs texts for one purpose, so that what was signed for another means nothing here.
 *
 * @param purpose `documents.url`
 */
export function signerFor(secrets: Secrets, purpose: string): Signer {
  const signatureOf = (hash: string): string => hash.slice(hash.lastIndexOf('.') + 1).slice(0, LENGTH)
  const said = (text: string): string => `${purpose}\n${text}`
  return {
    sign: (text) => text + signatureOf(secrets.hash(said(text))),
    open(signed) {
      const [text, given] = [signed.slice(0, -LENGTH), Buffer.from(signed.slice(-LENGTH))]
      const genuine = secrets.hashes(said(text)).some((hash) => {
        const expected = Buffer.from(signatureOf(hash))
        return expected.length === given.length && timingSafeEqual(expected, given)
      })
      return genuine ? text : null
    },
  }
}
