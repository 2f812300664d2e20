import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { StandingAccount } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { AccountStatus } from './account-status.tsx'
import { accountTexts } from './account-texts.ts'
import { FoundPeople } from './found-people.tsx'
import { NewAccountDialog } from './new-account-dialog.tsx'

/** The accounts below a reseller, or all of them for an operator. */
export function AccountsPage() {
  const texts = useTexts(accountTexts)
  const { accountId, environment, may } = useWorkplace()
  const { values, set } = useFilters()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  const q = values['q'] ?? ''
  const isAddress = q.includes('@') && may('people:read')
  const asked = { environment, ...(q !== '' && { q }), limit: 25 }
  const path = '/admin/v1/account-balances'
  const query = useAdmin().useInfiniteQuery(
    'get',
    path,
    { params: { query: asked } },
    { ...PAGED, enabled: !isAddress },
  )
  const rows = query.data
    ? rowsOf<StandingAccount>(query.data).filter(({ account_id }) => account_id !== accountId)
    : []
  const openAccount = (id: string) =>
    void navigate({ to: '/accounts/$accountId', params: { accountId: id }, search: { q: undefined } })
  const columns: readonly Column<StandingAccount>[] = [
    {
      ...{ id: 'name', heading: texts.name, card: 'title' },
      cell: ({ name }) => (
        <Text fz="sm" fw={550}>
          {name}
        </Text>
      ),
    },
    { id: 'role', heading: texts.role, card: 'note', cell: ({ role }) => texts.roles[role] },
    {
      ...{ id: 'status', heading: texts.status, card: 'state' },
      cell: ({ status }) => <AccountStatus status={status} />,
    },
    {
      ...{ id: 'used', heading: texts.lastUsed, card: 'hidden' },
      cell: ({ last_used_at }) => (last_used_at === null ? texts.never : <DayText at={last_used_at} />),
    },
    {
      ...{ id: 'available', heading: texts.available, align: 'end', card: 'end' },
      cell: ({ available }) => available !== null && <strong>{rupees(available)}</strong>,
    },
  ]
  return (
    <Page
      title={texts.title}
      description={accountId === '' ? texts.ofOperators : texts.description}
      actions={
        may('accounts:write') && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            {texts.open}
          </Button>
        )
      }
    >
      {told !== null && (
        <Alert color="teal" variant="outline" icon={<Icon name="check" />} role="status" mb="md">
          {told}
        </Alert>
      )}
      <TextInput
        label={texts.find}
        maw={{ base: '100%', xs: 320 }}
        mb="md"
        value={q}
        onChange={(event) => set({ q: event.currentTarget.value || undefined })}
      />
      {isAddress && <FoundPeople email={q} onOpen={openAccount} />}
      {!isAddress && (
        <Surface flush>
          <Loaded query={query}>
            {() =>
              rows.length === 0 ? (
                <Empty icon="people" title={texts.none} text={q === '' ? texts.noneYet : texts.noneText} />
              ) : (
                <DataTable
                  label={texts.title}
                  columns={columns}
                  rows={rows}
                  keyOf={({ account_id }) => account_id}
                  onOpen={({ account_id }) => openAccount(account_id)}
                />
              )
            }
          </Loaded>
          <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
        </Surface>
      )}
      {adding && (
        <NewAccountDialog
          onClose={() => setAdding(false)}
          onDone={(text) => {
            setAdding(false)
            setTold(text)
          }}
        />
      )}
    </Page>
  )
}
