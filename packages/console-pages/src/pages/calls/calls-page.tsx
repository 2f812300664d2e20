import { Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { FoundCall } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useFilters } from '../../shell/filters.ts'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { Charge } from '../usage/charge.tsx'
import { Outcome } from '../usage/outcome.tsx'
import { usageTexts } from '../usage/usage-texts.ts'
import { callsTexts } from './calls-texts.ts'
import { FoundCallDetail } from './found-call-detail.tsx'

/** A call of any account, found by any of its ids. */
export function CallsPage() {
  const texts = useTexts(callsTexts)
  const { values, set } = useFilters()
  const id = values['id'] ?? ''
  const [typed, setTyped] = useState(id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    set({ id: typed.trim() || undefined })
  }
  return (
    <Page title={texts.title} description={texts.description}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs" mb="md">
          <TextInput
            flex="1 1 240px"
            maw={520}
            label={texts.id}
            maxLength={128}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit">{texts.find}</Button>
        </Group>
      </form>
      {id !== '' && <Found key={id} id={id} />}
    </Page>
  )
}

function Found({ id }: { readonly id: string }) {
  const texts = useTexts(callsTexts)
  const usage = useTexts(usageTexts)
  const shell = useTexts(shellTexts)
  const [open, setOpen] = useState<FoundCall | null>(null)
  const query = useAdmin().useQuery('get', '/admin/v1/calls', { params: { query: { id } } })
  const columns: readonly Column<FoundCall>[] = [
    { id: 'time', heading: usage.timeIst, card: 'note', cell: ({ at }) => <MomentText at={at} /> },
    {
      ...{ id: 'account', heading: texts.account, card: 'title' },
      cell: ({ account_name }) => (
        <Text fz="sm" fw={550}>
          {account_name}
        </Text>
      ),
    },
    { id: 'endpoint', heading: usage.endpoint, card: 'hidden', cell: ({ endpoint }) => endpoint },
    {
      ...{ id: 'environment', heading: usage.environment, card: 'hidden' },
      cell: ({ environment }) => shell[environment],
    },
    {
      ...{ id: 'outcome', heading: usage.outcome, card: 'state' },
      cell: ({ outcome, status }) => <Outcome outcome={outcome} status={status} />,
    },
    {
      ...{ id: 'charged', heading: usage.charged, align: 'end', card: 'end' },
      cell: (call) => <Charge {...call} />,
    },
  ]
  return (
    <Surface flush>
      <Loaded query={query} skeleton={<RowsSkeleton rows={2} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty icon="search" title={texts.none} text={texts.noneText} />
          ) : (
            <DataTable
              label={texts.title}
              columns={columns}
              rows={items}
              keyOf={({ reference, at }) => `${reference} ${at}`}
              onOpen={setOpen}
            />
          )
        }
      </Loaded>
      <SidePanel title={open?.endpoint ?? ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <FoundCallDetail call={open} />}
      </SidePanel>
    </Surface>
  )
}
