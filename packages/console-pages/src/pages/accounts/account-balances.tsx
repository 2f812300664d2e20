import { useAdmin } from '../../api/console-api.tsx'
import { isZero, rupees } from '../../formats/rupees.ts'
import { Failure } from '../../parts/failure.tsx'
import { type Figured, Figures } from '../../parts/figures.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { walletTexts } from '../wallet/wallet-texts.ts'

/** What an account has in both environments, what calls hold of it, and what it owes. */
export function AccountBalances() {
  const texts = useTexts(walletTexts)
  const { accountId } = useWorkplace()
  const admin = useAdmin()
  const path = '/admin/v1/accounts/{account_id}/wallets/{environment}'
  const of = (environment: 'production' | 'sandbox') => ({ params: { path: { account_id: accountId, environment } } })
  const real = admin.useQuery('get', path, of('production'))
  const test = admin.useQuery('get', path, of('sandbox'))
  const failed = [real, test].find(({ error }) => error)
  if (failed) return <Failure error={failed.error} retry={() => failed.refetch()} />
  const figuresOf = (label: string, wallet: typeof real.data): readonly Figured[] => [
    { label, value: wallet && rupees(wallet.available), note: wallet && `${texts.held}: ${rupees(wallet.held)}` },
    ...(wallet && !isZero(wallet.owed) ? [{ label: texts.owed, value: rupees(wallet.owed), note: label }] : []),
  ]
  return (
    <Figures
      busy={real.isLoading || test.isLoading}
      figures={[...figuresOf(texts.available, real.data), ...figuresOf(texts.testAvailable, test.data)]}
    />
  )
}
