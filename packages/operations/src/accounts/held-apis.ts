import { type Accounts, forbidden, isAllowed, notFound } from '@parakh/core'

/**
 * An account can permit only endpoints that it may call itself.
 *
 * @param accountId Who permits; null: an operator, who may permit each.
 * @throws `FORBIDDEN`, `NOT_FOUND`
 */
export async function requireHeld(
  accounts: Pick<Accounts, 'get'>,
  accountId: string | null,
  endpoints: readonly string[] | 'all',
): Promise<void> {
  if (accountId === null) return
  const own = await accounts.get(accountId)
  if (!own) throw notFound()
  const isHeld =
    endpoints === 'all'
      ? own.apis === null && own.withheldApis.length === 0
      : endpoints.every((id) => isAllowed(own, id))
  if (!isHeld) throw forbidden('An account may give to those below it what it has itself')
}
