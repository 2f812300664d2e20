import { NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Reconciliation } from '../../api/rows.ts'
import { lastMonths, monthName } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { costTexts } from './cost-texts.ts'

const MONTHS = 24
/** More differences are for a file, not for a page. */
const MOST_SHOWN = 200

/** An invoice of a provider, compared with what was booked. */
export function Reconcile() {
  const texts = useTexts(costTexts)
  const { language } = useLanguage()
  const [months] = useState(() => lastMonths(MONTHS, Date.now()))
  const [month, setMonth] = useState(months[1] ?? '')
  const [provider, setProvider] = useState('')
  const [columns, setColumns] = useState({ reference: 'reference', amount: 'amount' })
  const [csv, setCsv] = useState<string | null>(null)
  const compare = useAdmin().useMutation('post', '/admin/v1/costs/reconciliations')
  const read = async (file: File | undefined) => setCsv(file ? await file.text() : null)
  const onAct = () => {
    if (csv === null) return
    const named = { reference_column: columns.reference.trim(), amount_column: columns.amount.trim() }
    compare.mutate({ body: { month, provider: provider.trim(), csv, ...named } })
  }
  return (
    <Surface title={texts.reconcile} note={texts.reconcileNote}>
      <Stack gap="lg">
        <ActForm act={compare} label={texts.compare} disabled={csv === null || provider.trim() === ''} onAct={onAct}>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" w="100%">
            <NativeSelect
              label={texts.month}
              value={month}
              onChange={(event) => setMonth(event.currentTarget.value)}
              data={months.map((value) => ({ value, label: monthName(value, language) }))}
            />
            <TextInput
              required
              label={texts.provider}
              description={texts.providerHint}
              inputWrapperOrder={['label', 'input', 'description']}
              value={provider}
              onChange={(event) => setProvider(event.currentTarget.value)}
            />
            <TextInput
              required
              type="file"
              accept=".csv,text/csv"
              label={texts.file}
              onChange={(event) => void read(event.currentTarget.files?.[0])}
            />
            {(['reference', 'amount'] as const).map((column) => (
              <TextInput
                key={column}
                required
                label={column === 'reference' ? texts.reference : texts.amountColumn}
                value={columns[column]}
                onChange={({ currentTarget: { value } }) => setColumns((before) => ({ ...before, [column]: value }))}
              />
            ))}
          </SimpleGrid>
        </ActForm>
        {compare.data && !compare.error && <Differences found={compare.data} />}
      </Stack>
    </Surface>
  )
}

function Differences({ found }: { readonly found: Reconciliation }) {
  const texts = useTexts(costTexts)
  const { suspense, matched, lines, invoiced, booked } = found
  const columns: readonly Column<Reconciliation['suspense'][number]>[] = [
    { id: 'kind', heading: texts.kind, card: 'title', cell: ({ kind }) => texts.kinds[kind] },
    { id: 'call', heading: texts.call, card: 'note', cell: ({ reference }) => reference },
    { id: 'invoiced', heading: texts.invoiced, align: 'end', cell: (item) => rupees(item.invoiced) },
    { id: 'booked', heading: texts.booked, align: 'end', cell: (item) => rupees(item.booked) },
  ]
  return (
    <Stack gap="sm">
      <Text fz="sm" role="status">
        {texts.matched(matched, lines)} {texts.sums(rupees(invoiced), rupees(booked))}
      </Text>
      {suspense.length === 0 ? (
        <Empty icon="check" title={texts.allMatch} text={texts.allMatchText} />
      ) : (
        <DataTable
          label={texts.differences}
          columns={columns}
          rows={suspense.slice(0, MOST_SHOWN)}
          keyOf={({ reference }) => reference}
        />
      )}
      {suspense.length > MOST_SHOWN && (
        <Text fz="xs" c="dimmed">
          {texts.shown(grouped(MOST_SHOWN), grouped(suspense.length))}
        </Text>
      )}
    </Stack>
  )
}
