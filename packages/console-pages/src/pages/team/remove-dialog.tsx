import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PEOPLE_KEY } from './people.ts'

/** Asks before a person of the team, or an invitation, is taken away. */
export function RemoveDialog(props: {
  readonly title: string
  readonly text: string
  readonly confirm: string
  /** Below the mount. */
  readonly path: string
  readonly onClose: () => void
}) {
  const { title, text, confirm, path, onClose } = props
  const { send } = useApi()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => send('DELETE', path, {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      title={title}
      text={text}
      confirm={confirm}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
    />
  )
}
