import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Search } from './search.ts'

/** The filters of a page: in its address, so that a list can be sent to a colleague. */
export interface Filters {
  readonly values: Search
  /** Undefined removes a filter. */
  set(changed: Search): void
}

/** The filters in the address of this page. */
export function useFilters(): Filters {
  const values: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    values,
    set: (changed) => void navigate({ to: '.', search: { ...values, ...changed }, replace: true }),
  }
}
