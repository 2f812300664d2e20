import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type Member, nameOf, PEOPLE_KEY } from './people.ts'
import { teamTexts } from './team-texts.ts'

/** Confirms that an invited operator is another person than its inviter. */
export function ConfirmOperatorDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const texts = useTexts(teamTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => send('POST', `/admin/v1/people/${encodeURIComponent(member.membership_id)}/confirm`, {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={texts.confirmTitle(nameOf(member))}
      text={texts.confirmText}
      confirm={texts.confirm}
      busy={confirm.isPending}
      error={confirm.error}
      onClose={onClose}
      onConfirm={() => confirm.mutate()}
    />
  )
}
