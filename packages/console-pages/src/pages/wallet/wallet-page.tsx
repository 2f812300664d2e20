import { Stack } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { isZero, rupees } from '../../formats/rupees.ts'
import { Failure } from '../../parts/failure.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Page } from '../../parts/page.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { BalanceAlert } from './balance-alert.tsx'
import { Entries } from './entries.tsx'
import { Payments } from './payments.tsx'
import { TopUp } from './top-up.tsx'
import classes from './wallet.module.css'
import { walletTexts } from './wallet-texts.ts'

/** The wallet of an account in one environment. */
export function WalletPage() {
  const texts = useTexts(walletTexts)
  const { accountId, environment, may } = useWorkplace()
  const path = { account_id: accountId, environment }
  const { data, error, refetch } = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}', {
    params: { path },
  })
  const owes = data && !isZero(data.owed)
  return (
    <Page title={texts.title} description={texts.description}>
      {error ? (
        <Failure error={error} retry={() => refetch()} />
      ) : (
        <Figures
          figures={[
            { label: texts.available, value: data && rupees(data.available) },
            { label: texts.held, value: data && rupees(data.held) },
            { label: texts.balance, value: data && rupees(data.balance) },
            ...(owes ? [{ label: texts.owed, value: rupees(data.owed), note: texts.owedNote }] : []),
          ]}
        />
      )}
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
