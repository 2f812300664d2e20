import { hashKey, type QueryKey } from '@tanstack/react-query'

interface Page {
  readonly next_cursor: string | null
}

/** How a list is asked page by page. */
export const PAGED = {
  pageParamName: 'cursor',
  // Undefined would be sent as 0.
  initialPageParam: null,
  // The same request is asked for one page elsewhere: what is kept of it has another form.
  queryKeyHashFn: (key: QueryKey) => `paged ${hashKey(key)}`,
  getNextPageParam: ({ next_cursor }: Page) => next_cursor ?? undefined,
} as const

/** The rows of all pages that are here. */
export const rowsOf = <Row>(data: { readonly pages: readonly { readonly items: readonly Row[] }[] }): readonly Row[] =>
  data.pages.flatMap(({ items }) => items)
