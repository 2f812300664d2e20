import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'

/** A case of the sandbox, complete enough to be sent. */
export interface Scenario {
  readonly endpoint: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly scenario: string
  readonly request: {
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: Readonly<Record<string, unknown>>
    readonly headers?: Readonly<Record<string, string>>
  }
  readonly status: number
  readonly code: string | null
  readonly charged: boolean
}

/** All cases of the sandbox of this host. */
export function useScenarios() {
  const { send } = useApi()
  return useQuery({
    queryKey: ['sandbox', 'scenarios'],
    queryFn: async () => (await send<{ scenarios: readonly Scenario[] }>('GET', '/sandbox/scenarios')).scenarios,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
