import type { Account, Endpoint } from '@parakh/core'
import * as z from 'zod'
import { AccountView } from './account-view.ts'
import { paidIds } from './endpoint-ids.ts'

/** What an account may call. */
export const ApisView = z.object({
  ...{ account_id: AccountView.shape.account_id, name: AccountView.shape.name },
  all: z.boolean().describe('Every endpoint, also those added later'),
  endpoints: z.array(z.string()).describe('Those that it may call now; free ones, which everybody may, are not listed'),
})

/** Presents what an account may call. */
export const presentApis = ({ id, name, apis }: Account, offered: readonly Endpoint[]): z.input<typeof ApisView> => ({
  ...{ account_id: id, name, all: apis === null },
  endpoints: [...(apis ?? paidIds(offered))],
})

/** The same as text. */
export const apisText = ({ account_id, name, all, endpoints }: z.output<typeof ApisView>): string => {
  const whose = `Account ${account_id} (${name})`
  return all ? `${whose} may call every endpoint.` : [`${whose} may call:`, ...endpoints].join('\n  ')
}
