import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from './account-texts.ts'

const SHOWN = 25
/** While somebody types nothing is asked, in milliseconds. */
const TYPING_MS = 250

/**
 * An account below that is found by the beginning of its name or id.
 *
 * @param label What it is chosen for.
 * @param onChoose Empty: none.
 */
export function AccountChoice(props: {
  readonly label: string
  readonly value: string
  readonly onChoose: (accountId: string) => void
}) {
  const { label, value, onChoose } = props
  const texts = useTexts(accountTexts)
  const { accountId } = useWorkplace()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS)
  const query = useAdmin().useQuery('get', '/admin/v1/accounts', {
    params: { query: { status: 'active', limit: SHOWN, ...(q !== '' && { q }) } },
  })
  const found = (query.data?.items ?? []).filter(({ account_id }) => account_id !== accountId)
  // What is chosen stays, whatever is looked for next.
  const missing = value !== '' && !found.some(({ account_id }) => account_id === value)
  return (
    <>
      <TextInput label={texts.find} value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <NativeSelect
        required
        label={label}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
        data={[
          { value: '', label: found.length === 0 && query.data ? texts.none : texts.choose },
          ...found.map(({ account_id, name, role }) => ({
            value: account_id,
            label: `${name} (${texts.roles[role]})`,
          })),
          ...(missing ? [{ value, label: value }] : []),
        ]}
      />
      <Refusal error={query.error} />
    </>
  )
}
