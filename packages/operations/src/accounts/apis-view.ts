import { type Account, type Endpoint, isAllowed } from '@parakh/core'
import * as z from 'zod'
import { AccountView } from './account-view.ts'
import { paidIds } from './endpoint-ids.ts'

/** What an account may call. */
export const ApisView = z.object({
  ...{ account_id: AccountView.shape.account_id, name: AccountView.shape.name },
  all: z.boolean().describe('Every endpoint but the withheld ones, also those added later'),
  endpoints: z.array(z.string()).describe('Those that it may call now; free ones, which everybody may, are not listed'),
  withheld: AccountView.shape.withheld_apis,
})

/** Presents what an account may call. */
export const presentApis = (account: Account, offered: readonly Endpoint[]): z.input<typeof ApisView> => ({
  ...{ account_id: account.id, name: account.name, all: account.apis === null },
  endpoints: [...(account.apis ?? paidIds(offered).filter((id) => isAllowed(account, id)))],
  withheld: [...account.withheldApis],
})

/** The same as text. */
export const apisText = ({ account_id, name, all, endpoints, withheld }: z.output<typeof ApisView>): string => {
  const whose = `Account ${account_id} (${name})`
  if (!all) return [`${whose} may call:`, ...endpoints].join('\n  ')
  if (withheld.length === 0) return `${whose} may call every endpoint.`
  return [`${whose} may call every endpoint, also those added later, but:`, ...withheld].join('\n  ')
}
