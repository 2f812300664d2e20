import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useTexts } from '../../texts/language.tsx'
import { tokenTexts } from './token-texts.ts'

const LIVES = ['month', 'quarter', 'year', 'ever'] as const
type Life = (typeof LIVES)[number]
const DAYS: Readonly<Record<Life, number | null>> = { month: 30, quarter: 90, year: 365, ever: null }
const endOf = (life: Life): string | null => {
  const days = DAYS[life]
  return days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString()
}

/** Makes a credential. */
export function NewTokenDialog(props: { readonly onMade: (token: string) => void; readonly onClose: () => void }) {
  const texts = useTexts(tokenTexts)
  const admin = useAdmin()
  const [name, setName] = useState('')
  const [life, setLife] = useState<Life>('quarter')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const known = admin.useQuery('get', '/admin/v1/tokens/scopes')
  const create = admin.useMutation('post', '/admin/v1/tokens', { onSuccess: ({ token }) => props.onMade(token) })
  const save = () => create.mutate({ body: { name: name.trim(), scopes: [...chosen], expires_at: endOf(life) } })
  return (
    <ConfirmDialog
      title={texts.create}
      text={texts.description}
      confirm={texts.create}
      busy={create.isPending}
      error={create.error}
      onClose={props.onClose}
      onConfirm={save}
    >
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        pattern="[a-z0-9][a-z0-9._\-]{0,31}"
        required
        data-autofocus
      />
      <NativeSelect
        label={texts.expires}
        value={life}
        onChange={(event) => setLife(LIVES.find((one) => one === event.currentTarget.value) ?? 'quarter')}
        data={LIVES.map((value) => ({ value, label: texts.lives[value] }))}
      />
      <Checkbox.Group label={texts.scopes} value={[...chosen]} onChange={setChosen} required>
        <Loaded query={known}>
          {({ scopes }) => (
            <Stack gap="sm" mt="xs">
              {scopes.map(({ scope, summary }) => (
                <Checkbox key={scope} value={scope} label={scope} description={summary} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Checkbox.Group>
    </ConfirmDialog>
  )
}
