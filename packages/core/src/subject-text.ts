const COUNTRY_OR_TRUNK = /^(?:\+91|0)(\d{10})$/

/**
 * An identifier of a person as the subject index hashes it, so that one person is found however the number was typed: NFKC, upper case, without
 * spaces and hyphens, and a mobile number without `+91` or a leading 0. Hyphens of an e-mail address stay: without them it may be another's.
 *
 * @param text As it was typed or parsed.
 * @example
 * subjectText('abcpe 1234-f') // 'ABCPE1234F'
 * subjectText('+91 98765 43210') // '9876543210'
 */
export function subjectText(text: string): string {
  const plain = text.normalize('NFKC').toUpperCase().replace(/\s/g, '')
  return plain.includes('@') ? plain : plain.replace(/\p{Pd}/gu, '').replace(COUNTRY_OR_TRUNK, '$1')
}
