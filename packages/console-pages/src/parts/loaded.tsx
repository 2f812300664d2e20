import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failure } from './failure.tsx'

interface Asked<T> {
  readonly data: T | undefined
  readonly error: unknown
  refetch(): unknown
}

/** What was asked for; before it is there a skeleton of its size, and where it fails the reason and a way to try again. */
export function Loaded<T>(props: {
  readonly query: Asked<T>
  readonly skeleton?: ReactNode
  readonly children: (data: T) => ReactNode
}) {
  const { query, skeleton = <RowsSkeleton />, children } = props
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failure error={query.error} retry={() => query.refetch()} />
  return skeleton
}

const ROWS = [1, 2, 3, 4, 5, 6, 7, 8]

/** Rows of a list that are on their way. @param rows At most 8. */
export function RowsSkeleton({ rows = 8 }: { readonly rows?: number }) {
  return (
    <Stack gap="sm" p="lg" aria-busy="true">
      {ROWS.slice(0, rows).map((row) => (
        <Skeleton key={row} h={28} radius="sm" />
      ))}
    </Stack>
  )
}
