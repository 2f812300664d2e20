import type { Keys } from '@parakh/core'

/**
 * Keys that are also revoked when a secret was seen in a URL (decisions.md section 13, "Exposed credentials").
 *
 * @param revokeExposed The setting `security.revokeExposed`; false returns the keys unchanged.
 */
export function revokingExposed(keys: Keys, revokeExposed: boolean): Keys {
  if (!revokeExposed) return keys
  return {
    ...keys,
    async flagExposed(text) {
      const found = await keys.flagExposed(text)
      for (const id of found) await keys.revoke(id, 'system:exposed')
      return found
    },
  }
}
