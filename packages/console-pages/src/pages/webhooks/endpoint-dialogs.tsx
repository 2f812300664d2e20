import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import type { WebhookEndpoint } from '../../api/rows.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { webhookTexts } from './webhook-texts.ts'

const OVERLAP_SECONDS = 86_400

/** What is asked before a webhook endpoint changes. */
export type EndpointQuestion = 'edit' | 'rotate' | 'remove' | 'replay'

/** The dialog of a question. @param onSecret Gets the new secret. */
export function EndpointDialogs(props: {
  readonly question: EndpointQuestion | null
  readonly endpoint: WebhookEndpoint
  readonly onSecret: (secret: string) => void
  readonly onClose: () => void
}) {
  const { question, endpoint, onSecret, onClose } = props
  const texts = useTexts(webhookTexts)
  const navigate = useNavigate()
  const admin = useAdmin()
  const queries = useQueryClient()
  const done = () => {
    onClose()
    void queries.invalidateQueries({ queryKey: ['get'] })
  }
  const params = { path: { endpoint_id: endpoint.id } }
  const rotate = admin.useMutation('post', '/admin/v1/webhooks/{endpoint_id}/rotate', {
    onSuccess: ({ secret }) => {
      done()
      onSecret(secret)
    },
  })
  const remove = admin.useMutation('delete', '/admin/v1/webhooks/{endpoint_id}', {
    onSuccess: async () => {
      await navigate({ to: '/webhooks' })
      done()
    },
  })
  if (question === 'edit') return <EndpointForm endpoint={endpoint} onDone={done} onClose={onClose} />
  if (question === 'replay') return <ReplayDialog endpoint={endpoint} onDone={done} onClose={onClose} />
  if (question === 'rotate')
    return (
      <ConfirmDialog
        title={texts.rotateTitle}
        text={texts.rotateText}
        confirm={texts.rotate}
        busy={rotate.isPending}
        error={rotate.error}
        onClose={onClose}
        onConfirm={() => rotate.mutate({ params, body: { overlap_seconds: OVERLAP_SECONDS } })}
      />
    )
  if (question === 'remove')
    return (
      <ConfirmDialog
        danger
        title={texts.removeTitle}
        text={texts.removeText}
        confirm={texts.remove}
        busy={remove.isPending}
        error={remove.error}
        onClose={onClose}
        onConfirm={() => remove.mutate({ params })}
      />
    )
  return null
}
