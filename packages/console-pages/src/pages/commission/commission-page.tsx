import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { isZero, rupees, typedRupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Page } from '../../parts/page.tsx'
import { RupeesField } from '../../parts/rupees-field.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { CommissionStatement } from './commission-statement.tsx'
import { commissionTexts } from './commission-texts.ts'
import { Simulator } from './simulator.tsx'

const COMMISSION = '/admin/v1/accounts/{account_id}/commission'

/** What a reseller earns, and its way into the wallet. */
export function CommissionPage() {
  const texts = useTexts(commissionTexts)
  const { accountId, environment, may } = useWorkplace()
  const admin = useAdmin()
  const path = { account_id: accountId, environment }
  const totals = admin.useQuery('get', `${COMMISSION}/{environment}`, { params: { path } })
  const rate = admin.useQuery('get', COMMISSION, { params: { path: { account_id: accountId } } })
  const { data } = totals
  if (totals.error) return <Failure error={totals.error} retry={() => totals.refetch()} />
  return (
    <Page title={texts.title} description={texts.description}>
      <Figures
        busy={totals.isLoading || rate.isLoading}
        figures={[
          { label: texts.accrued, value: data && rupees(data.accrued) },
          { label: texts.pending, value: data && rupees(data.pending), note: texts.pendingNote },
          { label: texts.convertible, value: data && rupees(data.convertible) },
          {
            label: texts.rate,
            value: rate.data && `${rate.data.rate} %`,
            note: rate.data && texts.cap(rate.data.cap),
          },
        ]}
      />
      <Stack gap="lg">
        {data && !isZero(data.convertible) && may('commissions:write') && (
          <Surface title={texts.convert}>
            <Convert key={environment} />
          </Surface>
        )}
        <CommissionStatement key={environment} />
        <Simulator />
      </Stack>
    </Page>
  )
}

function Convert() {
  const texts = useTexts(commissionTexts)
  const { accountId, environment } = useWorkplace()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  // One for each conversion: a second press converts nothing.
  const [reference, setReference] = useState(() => crypto.randomUUID())
  const convert = useAdmin().useMutation('post', `${COMMISSION}/{environment}/conversions`, {
    onSuccess: () => {
      setTyped('')
      setReference(crypto.randomUUID())
      void queries.invalidateQueries()
    },
  })
  const amount = typedRupees(typed)
  const wrong = typed.trim() !== '' && amount === null
  const path = { account_id: accountId, environment }
  return (
    <ActForm
      act={convert}
      label={texts.convert}
      text={texts.convertText}
      disabled={wrong}
      onAct={() => convert.mutate({ params: { path }, body: { reference, ...(amount !== null && { amount }) } })}
    >
      <RupeesField
        label={texts.amount}
        description={texts.amountHint}
        value={typed}
        onChange={setTyped}
        error={wrong && texts.amountWrong}
      />
      {convert.data && (
        <Text fz="sm" role="status">
          {texts.converted(rupees(convert.data.amount))}
        </Text>
      )}
    </ActForm>
  )
}
