import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type Member, PEOPLE_KEY, useRoles } from './people.ts'
import { teamTexts } from './team-texts.ts'

/** Invites a person, or changes the role of one. */
export function MemberDialog(props: {
  /** Null: a person is invited. */
  readonly member: Member | null
  readonly onInvited: (email: string) => void
  readonly onClose: () => void
}) {
  const { member, onInvited, onClose } = props
  const texts = useTexts(teamTexts)
  const { accountId } = useWorkplace()
  const given = useRoles().filter(({ mayGive }) => mayGive)
  const { send } = useApi()
  const queries = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState(member?.role ?? (accountId === '' ? 'support' : 'developer'))
  const [production, setProduction] = useState(member?.production ?? false)
  const save = useMutation({
    mutationFn: () =>
      member
        ? send('PATCH', `/admin/v1/people/${encodeURIComponent(member.membership_id)}`, { role, production })
        : send('POST', '/admin/v1/people/invite', {
            ...{ email: email.trim(), role, account_id: accountId || null, production },
          }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: PEOPLE_KEY })
      if (!member) onInvited(email.trim())
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={member ? texts.change : texts.inviteTitle}
      text={member ? member.name || member.email : texts.inviteText}
      confirm={member ? texts.save : texts.invite}
      busy={save.isPending}
      error={save.error}
      onClose={onClose}
      onConfirm={() => save.mutate()}
    >
      {!member && (
        <TextInput
          type="email"
          label={texts.email}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
          data-autofocus
        />
      )}
      <NativeSelect
        label={texts.role}
        description={given.find((one) => one.role === role)?.about}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value)}
        data={given.map(({ role: value, name: label }) => ({ value, label }))}
      />
      {role === 'developer' && (
        <Checkbox
          label={texts.production}
          checked={production}
          onChange={(event) => setProduction(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  )
}
