import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { isZero, rupees, typedRupees } from '../../formats/rupees.ts'
import { Failure, Refusal } from '../../parts/failure.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
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
            { label: texts.available, value: data && rupees(data.available), strong: true },
            { label: texts.held, value: data && rupees(data.held) },
            ...(owes
              ? [{ label: texts.owed, value: rupees(data.owed) }]
              : [{ label: texts.balance, value: data && rupees(data.balance) }]),
          ]}
        />
      )}
      <Stack gap="lg">
        <div className={classes.sides}>
          {may('funding:submit') && <TopUp />}
          <Threshold />
        </div>
        {may('funding:read') && <Payments />}
        {may('statements:read') && <Entries />}
      </Stack>
    </Page>
  )
}

/** Below which amount the account is warned. */
function Threshold() {
  const texts = useTexts(walletTexts)
  const { accountId, environment, may } = useWorkplace()
  const params = { path: { account_id: accountId, environment } }
  const admin = useAdmin()
  const queries = useQueryClient()
  const query = admin.useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}/threshold', { params })
  const change = admin.useMutation('patch', '/admin/v1/accounts/{account_id}/wallets/{environment}/threshold', {
    onSuccess: () =>
      queries.invalidateQueries({
        queryKey: ['get', '/admin/v1/accounts/{account_id}/wallets/{environment}/threshold'],
      }),
  })
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? query.data?.amount ?? ''
  const wrong = shown.trim() !== '' && typedRupees(shown) === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) change.mutate({ params, body: { amount: typedRupees(shown) } })
  }
  return (
    <Surface title={texts.alert}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text fz="sm" c="dimmed">
            {texts.alertText}
          </Text>
          <Group align="flex-start" gap="xs" wrap="nowrap">
            <TextInput
              aria-label={texts.alertAmount}
              placeholder={texts.alertNone}
              leftSection="₹"
              value={shown}
              onChange={(event) => setTyped(event.currentTarget.value)}
              inputMode="decimal"
              error={wrong && texts.amountWrong}
              disabled={!may('wallets:alert')}
              style={{ flex: 1 }}
            />
            {may('wallets:alert') && (
              <Button type="submit" variant="default" loading={change.isPending}>
                {texts.save}
              </Button>
            )}
          </Group>
          {change.isSuccess && (
            <Text fz="sm" role="status">
              {texts.saved}
            </Text>
          )}
          <Refusal error={change.error ?? query.error} />
        </Stack>
      </form>
    </Surface>
  )
}
