import { useAdmin } from '../../api/console-api.tsx'
import { isZero, rupees } from '../../formats/rupees.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { tryTexts } from './try-texts.ts'

/** What an answer of an endpoint costs in the sandbox; nothing where the price depends on the call. */
export function Price({ endpoint }: { readonly endpoint: string }) {
  const texts = useTexts(tryTexts)
  const { accountId, may } = useWorkplace()
  const { data } = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/apis/prices',
    { params: { path: { account_id: accountId }, query: { environment: 'sandbox' } } },
    { enabled: may('accounts:read') },
  )
  const prices = (data?.items ?? []).filter((one) => one.endpoint === endpoint)
  const [only] = prices
  if (prices.length !== 1 || !only?.price) return null
  return isZero(only.price) ? texts.free : texts.price(rupees(only.price))
}
