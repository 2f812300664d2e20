import { Alert, Button, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { FundingMethods } from '../../api/rows.ts'
import { typedRupees } from '../../formats/rupees.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AmountField } from './amount-field.tsx'
import { topUpTexts } from './top-up-texts.ts'

const RAILS = ['imps', 'neft', 'rtgs', 'upi'] as const
type Rail = (typeof RAILS)[number]

/** A transfer that was made at one's bank: where to send it, and its UTR. */
export function BankTransfer({ account }: { readonly account: FundingMethods['bank_transfer']['account'] }) {
  const texts = useTexts(topUpTexts)
  const { accountId, environment } = useWorkplace()
  const queries = useQueryClient()
  const [amount, setAmount] = useState('')
  const [rail, setRail] = useState<Rail>('imps')
  const [utr, setUtr] = useState('')
  const send = useAdmin().useMutation('post', '/admin/v1/accounts/{account_id}/wallets/{environment}/transfers', {
    onSuccess() {
      setAmount('')
      setUtr('')
      void queries.invalidateQueries({ queryKey: ['get', '/admin/v1/funding'] })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = typedRupees(amount)
    if (given === null) return
    const params = { path: { account_id: accountId, environment } }
    send.mutate({ params, body: { amount: given, rail, utr: utr.trim() } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          {account ? texts.bankTo : texts.bankUnknown}
        </Text>
        {account && (
          <FactList
            facts={[
              [texts.bankFacts.name, account.name],
              [texts.bankFacts.number, <Copyable key="n" text={account.number} what={texts.bankFacts.number} />],
              [texts.bankFacts.ifsc, <Copyable key="i" text={account.ifsc} what={texts.bankFacts.ifsc} />],
              [texts.bankFacts.bank, account.bank],
            ]}
          />
        )}
        <AmountField value={amount} onChange={setAmount} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NativeSelect
            label={texts.rail}
            value={rail}
            onChange={({ currentTarget: { value } }) => setRail(RAILS.find((one) => one === value) ?? 'imps')}
            data={RAILS.map((value) => ({ value, label: texts.rails[value] }))}
          />
          <TextInput
            label={texts.utr}
            value={utr}
            onChange={(event) => setUtr(event.currentTarget.value)}
            placeholder={texts.utrHint}
            required
          />
        </SimpleGrid>
        <Refusal error={send.error} />
        {send.isSuccess && (
          <Alert color="teal" variant="outline" icon={<Icon name="check" />} role="status">
            {texts.transferSent}
          </Alert>
        )}
        <Button type="submit" style={{ alignSelf: 'flex-start' }} loading={send.isPending}>
          {texts.submitUtr}
        </Button>
      </Stack>
    </form>
  )
}
