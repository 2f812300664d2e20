import { useQueryClient } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'

/** What is done to a webhook endpoint without a question; lists are read again after it. */
export function useEndpointChanges() {
  const admin = useAdmin()
  const queries = useQueryClient()
  const onSuccess = () => void queries.invalidateQueries({ queryKey: ['get'] })
  return {
    test: admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/test', { onSuccess }),
    enable: admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/enable', { onSuccess }),
    disable: admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/disable', { onSuccess }),
  }
}
