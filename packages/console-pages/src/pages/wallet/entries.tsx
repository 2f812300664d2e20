import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import { downloadCsv } from '../../api/download.ts'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { LedgerRow } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { type Filters, useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { entryTexts } from './entry-texts.ts'
import { StatementPdf } from './statement-pdf.tsx'
import classes from './wallet.module.css'

const KINDS = ['charge', 'refund', 'credit', 'adjustment', 'repayment', 'conversion', 'recovery', 'allotment'] as const

const TOP_UP = /^funding\/\w*(\w{6})(?=\/|$)/

/** A reference as people read it: the platform's own ones name what they are of. */
function shownReference(reference: string, texts: { readonly topUp: string; readonly granted: string }): string | null {
  const [, end] = TOP_UP.exec(reference) ?? []
  if (end !== undefined) return `${texts.topUp} …${end}`
  return reference === 'sandbox-grant' ? texts.granted : null
}

/** The entries of the wallet, newest first; one alone where the address names it. */
export function Entries({ pageSize = 20 }: { readonly pageSize?: number }) {
  const texts = useTexts(entryTexts)
  const { accountId, environment, may } = useWorkplace()
  const filters = useFilters()
  const kind = KINDS.find((one) => one === filters.values['kind'])
  const version = /^[1-9]\d{0,14}$/.test(filters.values['entry'] ?? '') ? Number(filters.values['entry']) : undefined
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/accounts/{account_id}/wallets/{environment}/ledger',
    { params: { path: { account_id: accountId, environment }, query: { kind, version, limit: pageSize } } },
    PAGED,
  )
  return (
    <Surface flush title={texts.title} actions={<Tools filters={filters} kind={kind} />}>
      {version !== undefined && <OneEntry filters={filters} />}
      <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
        {(data) => {
          const rows = rowsOf<LedgerRow>(data)
          if (rows.length > 0) return <Rows rows={rows} />
          return <Empty icon="receipt" title={texts.none} text={kind ? texts.noneOfKind : texts.noneText} />
        }}
      </Loaded>
      <MoreRows
        hasMore={query.hasNextPage}
        busy={query.isFetchingNextPage}
        onMore={() => query.fetchNextPage()}
        searchedTo={undefined}
      />
      {may('statements:read') && <StatementPdf />}
    </Surface>
  )
}

function Tools({ filters, kind }: { readonly filters: Filters; readonly kind: string | undefined }) {
  const texts = useTexts(entryTexts)
  const parts = useTexts(partTexts)
  const { accountId, environment } = useWorkplace()
  const api = useApi()
  const [busy, setBusy] = useState(false)
  const csv = async () => {
    setBusy(true)
    try {
      const path = `/admin/v1/accounts/${encodeURIComponent(accountId)}/wallets/${environment}/ledger`
      await downloadCsv(api, path, { name: `wallet-${environment}.csv`, filters: { kind } })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <NativeSelect
        aria-label={texts.kind}
        size="xs"
        value={kind ?? ''}
        onChange={(event) => filters.set({ kind: event.currentTarget.value || undefined, entry: undefined })}
        data={[{ value: '', label: texts.allKinds }, ...KINDS.map((value) => ({ value, label: texts.kinds[value] }))]}
      />
      <Button size="xs" variant="default" loading={busy} leftSection={<Icon name="download" size={14} />} onClick={csv}>
        {parts.download}
      </Button>
    </>
  )
}

function OneEntry({ filters }: { readonly filters: Filters }) {
  const texts = useTexts(entryTexts)
  return (
    <Group gap="sm" px="lg" pb="sm">
      <Text fz="sm" c="dimmed">
        {texts.one}
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => filters.set({ entry: undefined })}>
        {texts.showAll}
      </Button>
    </Group>
  )
}

function Reference({ text, utr }: { readonly text: string; readonly utr: string | undefined }) {
  const texts = useTexts(entryTexts)
  const shown = utr === undefined ? shownReference(text, texts) : `${texts.topUp} ${utr}`
  return (
    <Text span fz={shown === null ? 'xs' : 'sm'} ff={shown === null ? 'monospace' : undefined} title={text}>
      {shown ?? text}
    </Text>
  )
}

/** The UTRs of the newest top-ups of an account below, by their references: whoever asks support knows no other number. */
function useUtrs(asked: boolean): ReadonlyMap<string, string> {
  const { accountId, environment, isBelow, may } = useWorkplace()
  const { data } = useAdmin().useQuery(
    'get',
    '/admin/v1/funding',
    { params: { query: { account_id: accountId, environment, limit: 100 } } },
    { enabled: asked && isBelow && may('funding:read') },
  )
  return new Map((data?.items ?? []).flatMap(({ funding_id, utr }) => (utr ? [[`funding/${funding_id}`, utr]] : [])))
}

function Rows({ rows }: { readonly rows: readonly LedgerRow[] }) {
  const texts = useTexts(entryTexts)
  const { may, isBelow, membership } = useWorkplace()
  const utrs = useUtrs(rows.some(({ reference }) => TOP_UP.test(reference)))
  const findsCalls = membership.account_id === null && may('usage:read')
  const kinds: Readonly<Record<string, string>> = texts.kinds
  const columns: readonly Column<LedgerRow>[] = [
    { id: 'when', heading: texts.when, card: 'note', cell: ({ at }) => <MomentText at={at} /> },
    {
      id: 'what',
      heading: texts.what,
      card: 'title',
      cell: ({ kind, endpoint }) => (
        <span>
          {kinds[kind] ?? kind}
          {endpoint && (
            <Text span fz="sm" c="dimmed" ml={8}>
              {endpoint}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'reference',
      heading: texts.reference,
      card: 'hidden',
      cell: ({ reference, reason, call }) => (
        <Text component="span" fz="xs" style={{ overflowWrap: 'anywhere' }}>
          {call && may('usage:read') && !isBelow ? (
            <Anchor fz="xs" ff="monospace" renderRoot={(props) => <Link to="/usage" search={{ call }} {...props} />}>
              {reference}
            </Anchor>
          ) : call && findsCalls ? (
            <Anchor
              fz="xs"
              ff="monospace"
              renderRoot={(props) => <Link to="/calls" search={{ id: call }} {...props} />}
            >
              {reference}
            </Anchor>
          ) : (
            <Reference text={reference} utr={utrs.get(reference)} />
          )}
          {reason && (
            <Text component="span" display="block" fz="xs" c="dimmed">
              {reason}
            </Text>
          )}
        </Text>
      ),
    },
    {
      id: 'amount',
      heading: texts.amount,
      align: 'end',
      card: 'end',
      cell: ({ amount }) => (
        <Text span fz="sm" fw={600} className={amount.startsWith('-') ? undefined : classes.credit}>
          {amount.startsWith('-') ? rupees(amount) : `+${rupees(amount)}`}
        </Text>
      ),
    },
    {
      ...{ id: 'balance', heading: texts.balance, align: 'end', card: 'state' },
      cell: ({ balance }) => (
        <Text span fz="sm" c="dimmed">
          {rupees(balance)}
        </Text>
      ),
    },
  ]
  return <DataTable label={texts.title} columns={columns} rows={rows} keyOf={({ version }) => `${version}`} />
}
