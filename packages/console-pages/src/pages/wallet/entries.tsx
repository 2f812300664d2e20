import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import { download } from '../../api/download.ts'
import type { StatementLine } from '../../api/rows.ts'
import { indianDay, monthName, shortDay } from '../../formats/moments.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { walletTexts } from './wallet-texts.ts'

const MONTHS = 12

/** The last months, this one first: `2026-11`. */
function lastMonths(): readonly string[] {
  const today = indianDay(Date.now())
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, back) => {
    const at = new Date(Date.UTC(year, month - 1 - back, 1))
    return at.toISOString().slice(0, 7)
  })
}

/** The entries of a month: opening, what moved, closing. */
export function Entries() {
  const texts = useTexts(walletTexts)
  const { language } = useLanguage()
  const { accountId, environment } = useWorkplace()
  const [months] = useState(lastMonths)
  const [month, setMonth] = useState(months[0] ?? '')
  const api = useApi()
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/statements/{month}/wallet', {
    params: { path: { account_id: accountId, month }, query: { environment } },
  })
  const pdf = () => {
    const path = `/admin/v1/accounts/${encodeURIComponent(accountId)}/statements/${month}/wallet`
    return download(api, `${path}?environment=${environment}&format=pdf`, `wallet-${environment}-${month}.pdf`)
  }
  return (
    <Surface
      flush
      title={texts.entries}
      {...(query.data && {
        note: `${texts.opening} ${rupees(query.data.opening)}, ${texts.closing} ${rupees(query.data.closing)}`,
      })}
      actions={
        <>
          <NativeSelect
            aria-label={texts.month}
            size="xs"
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
            data={months.map((value) => ({ value, label: monthName(value, language) }))}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="download" size={14} />}
            onClick={() => void pdf()}
          >
            {texts.pdf}
          </Button>
        </>
      }
    >
      <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
        {({ lines }) =>
          lines.length === 0 ? (
            <Empty icon="receipt" title={texts.noEntries} text={texts.noEntriesText} />
          ) : (
            <Lines lines={lines} />
          )
        }
      </Loaded>
    </Surface>
  )
}

function Lines({ lines }: { readonly lines: readonly StatementLine[] }) {
  const texts = useTexts(walletTexts)
  const { language } = useLanguage()
  const kinds: Readonly<Record<string, string>> = texts.kinds
  const columns: readonly Column<StatementLine>[] = [
    {
      id: 'when',
      heading: texts.when,
      cell: ({ at, day }) => (at ? <MomentText at={at} /> : day && shortDay(`${day}T06:00:00Z`, language)),
    },
    {
      id: 'what',
      heading: texts.what,
      cell: ({ kind, endpoint, reason }) => (
        <span>
          {kinds[kind] ?? kind}
          {(endpoint ?? reason) && (
            <Text span fz="sm" c="dimmed" ml={8}>
              {endpoint ?? reason}
            </Text>
          )}
        </span>
      ),
    },
    { id: 'count', heading: texts.count, align: 'end', cell: ({ count }) => count },
    { id: 'amount', heading: texts.sum, align: 'end', cell: ({ amount }) => rupees(amount) },
    {
      id: 'balance',
      heading: texts.afterwards,
      align: 'end',
      cell: ({ balance }) => <strong>{rupees(balance)}</strong>,
    },
  ]
  const rows = lines.map((line, at) => ({ ...line, key: `${at}` })).reverse()
  return (
    <DataTable
      label={texts.entries}
      columns={columns}
      rows={rows}
      keyOf={(row) => ('key' in row ? String(row.key) : '')}
    />
  )
}
