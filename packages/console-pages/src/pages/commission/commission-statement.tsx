import { NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { CommissionLine } from '../../api/rows.ts'
import { lastMonths, monthName } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { commissionTexts } from './commission-texts.ts'

const MONTHS = 24

/** The commission of a month, by endpoint. @param title Default: that it is the statement. */
export function CommissionStatement({ title }: { readonly title?: string }) {
  const texts = useTexts(commissionTexts)
  const { language } = useLanguage()
  const { accountId, environment } = useWorkplace()
  const [months] = useState(() => lastMonths(MONTHS, Date.now()))
  const [month, setMonth] = useState(months[0] ?? '')
  const query = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/commission/{environment}/statements/{month}',
    { params: { path: { account_id: accountId, environment, month } } },
  )
  const columns: readonly Column<CommissionLine>[] = [
    { id: 'endpoint', heading: texts.endpoint, card: 'title', cell: ({ endpoint }) => endpoint },
    { id: 'calls', heading: texts.calls, align: 'end', cell: ({ calls }) => grouped(calls) },
    { id: 'earned', heading: texts.earned, align: 'end', card: 'end', cell: ({ earned }) => rupees(earned) },
    { id: 'refunds', heading: texts.refunds, align: 'end', card: 'hidden', cell: ({ refunds }) => grouped(refunds) },
    { id: 'reversed', heading: texts.reversed, align: 'end', card: 'hidden', cell: ({ reversed }) => rupees(reversed) },
  ]
  return (
    <Surface
      title={title ?? texts.statement}
      actions={
        <NativeSelect
          size="xs"
          aria-label={texts.month}
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          data={months.map((value) => ({ value, label: monthName(value, language) }))}
        />
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
        {({ lines, opening, earned, reversed, converted, closing }) => (
          <Stack gap="md">
            {lines.length === 0 ? (
              <Empty icon="receipt" title={texts.none} text={texts.noneText} />
            ) : (
              <DataTable label={texts.statement} columns={columns} rows={lines} keyOf={({ endpoint }) => endpoint} />
            )}
            <FactList
              facts={[
                [texts.opening, rupees(opening)],
                [texts.earned, rupees(earned)],
                [texts.reversed, rupees(reversed)],
                [texts.convertedSum, rupees(converted)],
                [texts.closing, rupees(closing)],
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Surface>
  )
}
