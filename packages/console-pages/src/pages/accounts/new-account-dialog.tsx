import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin, useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from './account-texts.ts'

/** What an account of a role may open; the first is what most want. */
const BELOW = {
  super_admin: ['customer', 'developer', 'master_distributor'],
  master_distributor: ['customer', 'developer', 'distributor'],
  distributor: ['customer', 'developer', 'retailer'],
  retailer: ['customer', 'developer'],
} as const
const OF_OPERATORS = ['customer', 'developer', 'super_admin'] as const
const isReseller = (role: string): role is keyof typeof BELOW => Object.hasOwn(BELOW, role)

/** Opens an account, and invites its owner. @param onDone With what was done. */
export function NewAccountDialog(props: { readonly onDone: (told: string) => void; readonly onClose: () => void }) {
  const { onDone, onClose } = props
  const texts = useTexts(accountTexts)
  const { membership, may } = useWorkplace()
  const queries = useQueryClient()
  const { send } = useApi()
  const own = membership.account_role ?? ''
  const roles = isReseller(own) ? BELOW[own] : OF_OPERATORS
  const [name, setName] = useState('')
  const [role, setRole] = useState<(typeof roles)[number]>('customer')
  const [email, setEmail] = useState('')
  const create = useAdmin().useMutation('post', '/admin/v1/accounts')
  const open = useMutation({
    mutationFn: async () => {
      // Of two presses the second would open another one.
      const account = create.data ?? (await create.mutateAsync({ body: { name: name.trim(), role } }))
      if (email.trim() !== '')
        await send('POST', '/admin/v1/people/invite', {
          ...{ email: email.trim(), role: 'owner', account_id: account.account_id },
        })
    },
    onSuccess: () => {
      void queries.invalidateQueries()
      const invited = email.trim() === '' ? [] : [texts.invited(email.trim())]
      onDone([texts.opened(name.trim()), ...invited].join(' '))
    },
  })
  return (
    <ConfirmDialog
      title={texts.open}
      text={texts.openText}
      confirm={texts.open}
      busy={open.isPending}
      error={open.error}
      onConfirm={() => open.mutate()}
      onClose={onClose}
    >
      <TextInput
        required
        data-autofocus
        label={texts.name}
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={texts.role}
        value={role}
        onChange={(event) => setRole(roles.find((one) => one === event.currentTarget.value) ?? 'customer')}
        data={roles.map((value) => ({ value, label: texts.roles[value] }))}
      />
      {may('people:write') && (
        <TextInput
          type="email"
          label={texts.email}
          description={texts.emailHint}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  )
}
