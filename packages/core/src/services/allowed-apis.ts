import type { Account } from './accounts.ts'

/** What an account may call. */
export type AllowedApis = Pick<Account, 'apis' | 'withheldApis'>

/** Everything, also what is added later. */
export const ALL_APIS: AllowedApis = { apis: null, withheldApis: [] }

/** Whether an account may call an endpoint that is not free. */
export const isAllowed = ({ apis, withheldApis }: AllowedApis, endpoint: string): boolean =>
  apis === null ? !withheldApis.includes(endpoint) : apis.includes(endpoint)

/** These endpoints alone; none that are added later. */
export const onlyApis = (endpoints: readonly string[]): AllowedApis => ({
  apis: [...new Set(endpoints)].sort(),
  withheldApis: [],
})

/** What an account may call after some endpoints are added. @param added `all`: everything, also what is added later. */
export function withApis({ apis, withheldApis }: AllowedApis, added: readonly string[] | 'all'): AllowedApis {
  if (added === 'all') return ALL_APIS
  if (apis !== null) return onlyApis([...apis, ...added])
  return { apis, withheldApis: withheldApis.filter((id) => !added.includes(id)) }
}

/** The same after some are removed: who may call everything keeps the others, also those that are added later. */
export const withoutApis = ({ apis, withheldApis }: AllowedApis, removed: readonly string[]): AllowedApis =>
  apis === null
    ? { apis, withheldApis: [...new Set([...withheldApis, ...removed])].sort() }
    : onlyApis(apis.filter((id) => !removed.includes(id)))
