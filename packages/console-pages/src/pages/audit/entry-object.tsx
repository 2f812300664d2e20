import { Text } from '@mantine/core'
import type { AuditEntry } from '../../api/rows.ts'
import { useAccountName } from '../accounts/account-name.tsx'
import type { Named } from './named.ts'

interface Props {
  readonly entry: AuditEntry
  readonly named: Named
  /** In pixels, in a table: its columns stay where they are when the name of an account arrives. */
  readonly width?: number
}

/** What an entry is about; an account below by its name. */
export function EntryObject(props: Props) {
  const accountId = props.named.unnamedAccount(props.entry)
  return accountId === null ? props.named.subject(props.entry) : <OfAccount {...props} accountId={accountId} />
}

function OfAccount({ entry, named, width, accountId }: Props & { readonly accountId: string }) {
  const name = useAccountName(accountId)
  // It is its id where it cannot be read.
  const words = named.subject(entry, name === accountId ? undefined : name)
  return (
    <Text span fz="sm" title={words} {...(width !== undefined && { w: width, truncate: true, display: 'block' })}>
      {words}
    </Text>
  )
}
