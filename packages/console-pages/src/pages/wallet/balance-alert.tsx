import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { WalletThreshold } from '../../api/rows.ts'
import { typedRupees } from '../../formats/rupees.ts'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { RupeesField } from '../../parts/rupees-field.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { topUpTexts } from './top-up-texts.ts'

/** The thresholds of a wallet. */
export const ALERT_PATH = '/admin/v1/accounts/{account_id}/wallets/{environment}/threshold'

/** Below what the account is warned. */
export function BalanceAlert() {
  const texts = useTexts(topUpTexts)
  const { accountId, environment } = useWorkplace()
  const params = { path: { account_id: accountId, environment } }
  const query = useAdmin().useQuery('get', ALERT_PATH, { params })
  return (
    <Surface title={texts.alert}>
      <Text fz="sm" c="dimmed" mb="sm">
        {texts.alertText}
      </Text>
      <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
        {(set) => <Form key={environment} set={set} />}
      </Loaded>
    </Surface>
  )
}

function Form({ set }: { readonly set: WalletThreshold }) {
  const texts = useTexts(topUpTexts)
  const { accountId, environment, may } = useWorkplace()
  const queries = useQueryClient()
  const [amount, setAmount] = useState(set.amount ?? '')
  const [percent, setPercent] = useState(set.percent === null ? '' : `${set.percent}`)
  const change = useAdmin().useMutation('patch', ALERT_PATH, {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['get', ALERT_PATH] }),
  })
  const amountWrong = amount.trim() !== '' && typedRupees(amount) === null
  const percentWrong = percent.trim() !== '' && !/^[1-9]\d?$/.test(percent.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (amountWrong || percentWrong) return
    const body = { amount: typedRupees(amount), percent: percent.trim() === '' ? null : Number(percent) }
    change.mutate({ params: { path: { account_id: accountId, environment } }, body })
  }
  const disabled = !may('wallets:alert')
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <RupeesField
          label={texts.alertAmount}
          placeholder={texts.alertNone}
          value={amount}
          onChange={setAmount}
          error={amountWrong && texts.amountWrong}
          disabled={disabled}
        />
        <TextInput
          label={texts.alertPercent}
          placeholder={texts.alertNone}
          leftSection="%"
          value={percent}
          onChange={(event) => setPercent(event.currentTarget.value)}
          inputMode="numeric"
          error={percentWrong && texts.percentWrong}
          disabled={disabled}
        />
        {!disabled && (
          <Button type="submit" variant="default" loading={change.isPending} style={{ alignSelf: 'flex-start' }}>
            {texts.save}
          </Button>
        )}
        {change.isSuccess && (
          <Text fz="sm" role="status">
            {texts.saved}
          </Text>
        )}
        <Refusal error={change.error} />
      </Stack>
    </form>
  )
}
