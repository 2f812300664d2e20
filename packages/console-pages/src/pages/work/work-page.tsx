import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { pathOfQueue, useQueueNames } from '../../alerts/queue-names.ts'
import { useAdmin } from '../../api/console-api.tsx'
import type { WorkQueue } from '../../api/rows.ts'
import { grouped } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { workTexts } from './work-texts.ts'

/** How often the queues are asked for, in milliseconds. */
export const WORK_MS = 30_000

/** What waits for operators, by queue. */
export function WorkPage() {
  const texts = useTexts(workTexts)
  const nameOf = useQueueNames()
  const navigate = useNavigate()
  const query = useAdmin().useQuery('get', '/admin/v1/work', {}, { refetchInterval: WORK_MS })
  const columns: readonly Column<WorkQueue>[] = [
    {
      ...{ id: 'queue', heading: texts.queue, card: 'title' },
      cell: (queue) => (
        <Text span fz="sm" fw={550}>
          {nameOf(queue)}
        </Text>
      ),
    },
    {
      ...{ id: 'oldest', heading: texts.oldest },
      cell: ({ oldest_at }) => oldest_at && <MomentText at={oldest_at} />,
    },
    {
      ...{ id: 'waiting', heading: texts.waiting, align: 'end', card: 'end' },
      cell: ({ more, waiting }) => <strong>{more ? texts.more(grouped(waiting)) : grouped(waiting)}</strong>,
    },
  ]
  const open = ({ queue }: WorkQueue) => {
    const path = pathOfQueue(queue)
    if (path !== null) void navigate({ to: path })
  }
  return (
    <Page title={texts.title} description={texts.description}>
      <Surface flush>
        <Loaded query={query}>
          {({ items }) => {
            const isIdle = items.every(({ waiting }) => waiting === 0)
            return (
              <>
                {isIdle && (
                  <Text fz="sm" c="dimmed" px={{ base: 'md', sm: 'lg' }} py="md" role="status">
                    {texts.nothing}
                  </Text>
                )}
                <DataTable
                  {...{ label: texts.title, columns, rows: items, onOpen: open }}
                  keyOf={({ queue }) => queue}
                />
              </>
            )
          }}
        </Loaded>
      </Surface>
    </Page>
  )
}
