import type { ReactNode } from 'react'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { NoRows } from '../../parts/no-rows.tsx'
import { Surface } from '../../parts/surface.tsx'

interface Paged<Row> {
  readonly data: { readonly pages: readonly { readonly items: readonly Row[] }[] } | undefined
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  refetch(): unknown
  fetchNextPage(): unknown
}

/** A list of an account: its newest rows, and the next ones page by page. */
export function RowsPart<Row>(props: {
  readonly title: string
  readonly note?: string
  readonly query: Paged<Row>
  /** A sentence. */
  readonly empty: string
  readonly actions?: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}) {
  const { title, note, query, empty, actions, children } = props
  return (
    <Surface flush title={title} {...(note !== undefined && { note })} actions={actions}>
      <Loaded query={query} skeleton={<RowsSkeleton rows={3} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items)
          return rows.length > 0 ? children(rows) : <NoRows text={empty} />
        }}
      </Loaded>
      <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
    </Surface>
  )
}
