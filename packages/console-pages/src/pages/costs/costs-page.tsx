import { Button, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { ProviderOperationCost } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useNamed } from '../audit/named.ts'
import { costTexts } from './cost-texts.ts'
import { MarginsOfMonth } from './margins-of-month.tsx'
import { Reconcile } from './reconcile.tsx'
import { SetCostForm } from './set-cost-form.tsx'

const TONES: Readonly<Record<ProviderOperationCost['status'], Tone>> = {
  ...{ 'in force': 'good', planned: 'busy', past: 'plain' },
}

/** What providers cost, and what is left after them. */
export function CostsPage() {
  const texts = useTexts(costTexts)
  const named = useNamed()
  const { may } = useWorkplace()
  const [past, setPast] = useState(false)
  const [adding, setAdding] = useState(false)
  const query = useAdmin().useQuery('get', '/admin/v1/costs', { params: { query: { past } } })
  const columns: readonly Column<ProviderOperationCost>[] = [
    {
      ...{ id: 'operation', heading: texts.operation, card: 'title' },
      cell: ({ plugin, operation }) => `${plugin} ${operation}`,
    },
    { id: 'source', heading: texts.source, cell: ({ source }) => source ?? texts.allSources },
    {
      ...{ id: 'from', heading: texts.validFrom, card: 'note' },
      cell: ({ valid_from }) => (valid_from === null ? texts.always : <DayText at={valid_from} />),
    },
    {
      ...{ id: 'status', heading: texts.status, card: 'state' },
      cell: ({ status }) => <Status tone={TONES[status]}>{texts.statuses[status]}</Status>,
    },
    {
      ...{ id: 'by', heading: texts.setBy, card: 'hidden' },
      cell: ({ set_by }) => (set_by === null ? texts.configuration : named.actor(set_by)),
    },
    {
      ...{ id: 'cost', heading: texts.cost, align: 'end', card: 'end' },
      cell: ({ cost }) => <strong>{rupees(cost)}</strong>,
    },
  ]
  return (
    <Page
      title={texts.title}
      description={texts.description}
      actions={
        may('costs:write') && (
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
            {texts.set}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <Surface
          title={texts.listTitle}
          flush
          actions={
            <Switch
              size="xs"
              label={texts.past}
              checked={past}
              onChange={(event) => setPast(event.currentTarget.checked)}
            />
          }
        >
          <Loaded query={query}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty icon="receipt" title={texts.empty} text={texts.emptyText} />
              ) : (
                <DataTable
                  label={texts.listTitle}
                  columns={columns}
                  rows={items}
                  keyOf={({ cost_id, plugin, operation, source }) => cost_id ?? `${plugin} ${operation} ${source}`}
                />
              )
            }
          </Loaded>
        </Surface>
        <MarginsOfMonth />
        {may('costs:write') && <Reconcile />}
      </Stack>
      <SidePanel title={texts.set} opened={adding} onClose={() => setAdding(false)}>
        {adding && <SetCostForm plugins={query.data?.plugins ?? []} onDone={() => setAdding(false)} />}
      </SidePanel>
    </Page>
  )
}
