import type { Keys } from '@parakh/core'

/**
 * Keys that end when a secret of theirs came in a URL, beside being flagged (decisions.md section 13, "Exposed credentials").
 *
 * @param revokeExposed What `security.revokeExposed` says; false gives the keys as they are.
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
