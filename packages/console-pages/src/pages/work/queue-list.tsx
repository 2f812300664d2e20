import { type ReactNode, useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
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

/** The rows of a queue; one opens beside it, with what decides it. @param decision Absent: nothing is decided here. */
export function QueueList<Row>(props: {
  readonly label: string
  readonly query: Paged
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  keyOf(row: Row): string
  titleOf(row: Row): ReactNode
  readonly decision?: (row: Row, close: () => void) => ReactNode
}) {
  const { label, query, rows, columns, keyOf, titleOf, decision } = props
  const texts = useTexts(workTexts)
  const [open, setOpen] = useState<Row | null>(null)
  const close = () => setOpen(null)
  return (
    <Surface flush>
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Empty icon="check" title={texts.emptyTitle} text={texts.emptyText} />
          ) : (
            <DataTable {...{ label, columns, rows, keyOf }} {...(decision && { onOpen: setOpen })} />
          )
        }
      </Loaded>
      <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      <SidePanel title={open && titleOf(open)} opened={open !== null} onClose={close}>
        {open && decision?.(open, close)}
      </SidePanel>
    </Surface>
  )
}
