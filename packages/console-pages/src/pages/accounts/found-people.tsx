import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type Member, nameOf, PEOPLE_KEY } from '../team/people.ts'
import { teamTexts } from '../team/team-texts.ts'
import { accountTexts } from './account-texts.ts'

const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/

/** The accounts of the person with an e-mail address. */
export function FoundPeople(props: { readonly email: string; readonly onOpen: (accountId: string) => void }) {
  const { email, onOpen } = props
  const texts = useTexts(accountTexts)
  const team = useTexts(teamTexts)
  const { send } = useApi()
  const whole = ADDRESS.test(email.trim())
  const query = useQuery({
    enabled: whole,
    queryKey: [...PEOPLE_KEY, 'address', email],
    queryFn: () =>
      send<{ items: readonly Member[] }>('GET', `/admin/v1/people?${new URLSearchParams({ email: email.trim() })}`),
  })
  const columns: readonly Column<Member>[] = [
    { id: 'account', heading: texts.name, card: 'title', cell: ({ account_name }) => account_name },
    { id: 'person', heading: team.person, card: 'note', cell: (member) => nameOf(member) },
    {
      id: 'role',
      heading: team.role,
      card: 'state',
      cell: ({ role }) => Object.entries(team.roles).find(([id]) => id === role)?.[1] ?? role,
    },
  ]
  if (!whole) return null
  return (
    <Surface flush title={texts.people}>
      <Loaded query={query} skeleton={<RowsSkeleton rows={2} />}>
        {({ items }) => {
          const rows = items.filter(({ account_id }) => account_id !== null)
          if (rows.length === 0) return <Empty icon="people" title={texts.noPeople} text={texts.noPeopleText} />
          return (
            <DataTable
              label={texts.people}
              columns={columns}
              rows={rows}
              keyOf={({ membership_id }) => membership_id}
              onOpen={({ account_id }) => account_id !== null && onOpen(account_id)}
            />
          )
        }}
      </Loaded>
    </Surface>
  )
}
