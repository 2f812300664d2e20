import { Alert } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { workTexts } from './work-texts.ts'

interface Paged {
  readonly data: object | undefined
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
}

/**
 * The rows of a queue; one opens beside it, with what decides it, and what that did is told above them.
 *
 * @param decision Absent: nothing is decided here. `done` closes it: it is given what was done.
 * @param empty What is said where there is no row. Default: that the queue is empty.
 */
export function QueueList<Row>(props: {
  readonly label: string
  readonly query: Paged
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  keyOf(row: Row): string
  titleOf(row: Row): ReactNode
  readonly decision?: (row: Row, done: (told: ReactNode) => void) => ReactNode
  readonly empty?: { readonly title: string; readonly text: string } | undefined
}) {
  const { label, query, rows, columns, keyOf, titleOf, decision, empty } = props
  const texts = useTexts(workTexts)
  const [open, setOpen] = useState<Row | null>(null)
  const [told, setTold] = useState<ReactNode>(null)
  const show = (row: Row | null, done: ReactNode = null) => {
    setOpen(row)
    setTold(done)
  }
  return (
    <>
      {told !== null && (
        <Alert color="teal" variant="outline" icon={<Icon name="check" />} role="status" mb="md">
          {told}
        </Alert>
      )}
      <Surface flush>
        <Loaded query={query}>
          {() =>
            rows.length === 0 ? (
              <Empty icon="check" {...(empty ?? { title: texts.emptyTitle, text: texts.emptyText })} />
            ) : (
              <DataTable {...{ label, columns, rows, keyOf }} {...(decision && { onOpen: (row: Row) => show(row) })} />
            )
          }
        </Loaded>
        <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
        <SidePanel title={open && titleOf(open)} opened={open !== null} onClose={() => show(null)}>
          {open && decision?.(open, (done) => show(null, done))}
        </SidePanel>
      </Surface>
    </>
  )
}
