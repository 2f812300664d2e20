import { checksum, randomBase62 } from '../keys/key-format.ts'

const RANDOM_LENGTH = 30

/** A new secret of the admin API: `adm_`, 30 random base62 characters (178 bits), a checksum of six. */
export function makeAdminSecret(): string {
  const body = `adm_${randomBase62(RANDOM_LENGTH)}`
  return body + checksum(body)
}

/** Whether a text can be one, by its form and its checksum alone: a typo costs no look into the database. */
export function isAdminSecret(text: string): boolean {
  const body = /^(adm_[0-9A-Za-z]{30})[0-9A-Za-z]{6}$/.exec(text)?.[1]
  return body !== undefined && body + checksum(body) === text
}
