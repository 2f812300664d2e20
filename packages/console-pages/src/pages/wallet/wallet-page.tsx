import { Stack } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { isBelow, isZero, rupees } from '../../formats/rupees.ts'
import { Failure } from '../../parts/failure.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Page } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { ALERT_PATH, BalanceAlert } from './balance-alert.tsx'
import { Entries } from './entries.tsx'
import { Payments } from './payments.tsx'
import { TopUp } from './top-up.tsx'
import classes from './wallet.module.css'
import { walletTexts } from './wallet-texts.ts'

/** The wallet of an account in one environment. */
export function WalletPage() {
  const texts = useTexts(walletTexts)
  const { environment, may } = useWorkplace()
  return (
    <Page title={texts.title} description={texts.description}>
      <Balance />
      <Stack gap="lg">
        <div className={classes.sides}>
          {may('funding:submit') && <TopUp key={environment} />}
          <BalanceAlert />
        </div>
        {may('funding:read') && <Payments key={environment} />}
        <Entries key={environment} />
      </Stack>
    </Page>
  )
}

/** What there is to pay calls with, and whose money it is. */
function Balance() {
  const texts = useTexts(walletTexts)
  const { accountId, environment } = useWorkplace()
  const params = { path: { account_id: accountId, environment } }
  const admin = useAdmin()
  const query = admin.useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}', { params })
  const alert = admin.useQuery('get', ALERT_PATH, { params })
  const { data, error } = query
  if (error) return <Failure error={error} retry={() => query.refetch()} />
  const isTest = environment === 'sandbox'
  const owes = data && !isZero(data.owed)
  const low = data && lowBalance(data.available, alert.data?.amount ?? null)
  const note = low ? <Status tone={low === 'empty' ? 'bad' : 'warn'}>{texts[low]}</Status> : isTest && texts.testNote
  return (
    <Figures
      busy={query.isLoading || alert.isLoading}
      figures={[
        { label: isTest ? texts.testAvailable : texts.available, value: data && rupees(data.available), note },
        { label: texts.held, value: data && rupees(data.held), note: data && texts.balance(rupees(data.balance)) },
        ...(owes ? [{ label: texts.owed, value: rupees(data.owed), note: texts.owedNote }] : []),
      ]}
    />
  )
}

/** @param alert Below what the account is warned; null: never. */
function lowBalance(available: string, alert: string | null): 'empty' | 'low' | null {
  if (!isBelow('0', available)) return 'empty'
  return alert !== null && isBelow(available, alert) ? 'low' : null
}
