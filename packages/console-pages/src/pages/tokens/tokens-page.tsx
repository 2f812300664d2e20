import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { AdminToken } from '../../api/rows.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { Status } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { useNamed } from '../audit/named.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'
import { tokenTexts } from './token-texts.ts'

const isExpired = ({ expires_at }: AdminToken): boolean => expires_at !== null && new Date(expires_at) <= new Date()

/** The credentials of the admin API of an account: made, shown once, revoked. */
export function TokensPage() {
  const texts = useTexts(tokenTexts)
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [ending, setEnding] = useState<AdminToken | null>(null)
  const queries = useQueryClient()
  const params = { query: { limit: 50 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/tokens', { params }, PAGED)
  const refresh = () => void queries.invalidateQueries({ queryKey: ['get', '/admin/v1/tokens'] })
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
      {texts.create}
    </Button>
  )
  return (
    <Page
      title={texts.title}
      description={useWorkplace().accountId === '' ? texts.ofOperators : texts.description}
      actions={create}
    >
      <Surface flush>
        <Loaded query={query}>
          {(data) => {
            const rows = rowsOf<AdminToken>(data)
            if (rows.length === 0)
              return <Empty icon="key" title={texts.emptyTitle} text={texts.emptyText} action={create} />
            return <TokenTable rows={rows} onRevoke={setEnding} />
          }}
        </Loaded>
        <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
      </Surface>
      {creating && (
        <NewTokenDialog
          onClose={() => setCreating(false)}
          onMade={(token) => {
            setCreating(false)
            setMade(token)
            refresh()
          }}
        />
      )}
      {made !== null && (
        <SecretDialog
          title={texts.made}
          lines={[[texts.token, made]]}
          note={<Text fz="sm">{texts.madeNote}</Text>}
          onClose={() => setMade(null)}
        />
      )}
      {ending && <RevokeDialog token={ending} onDone={refresh} onClose={() => setEnding(null)} />}
    </Page>
  )
}

function TokenTable(props: { readonly rows: readonly AdminToken[]; readonly onRevoke: (token: AdminToken) => void }) {
  const texts = useTexts(tokenTexts)
  const named = useNamed()
  const columns: readonly Column<AdminToken>[] = [
    {
      id: 'name',
      heading: texts.name,
      card: 'title',
      cell: ({ name }) => (
        <Text fz="sm" fw={550}>
          {name}
        </Text>
      ),
    },
    {
      id: 'scopes',
      heading: texts.scopes,
      cell: ({ scopes }) => (
        <Text fz="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {scopes.join(', ')}
        </Text>
      ),
    },
    {
      id: 'status',
      heading: texts.status,
      card: 'state',
      cell: (token) =>
        token.status === 'revoked' ? (
          <Status tone="plain">{texts.revoked}</Status>
        ) : (
          <Status tone={isExpired(token) ? 'plain' : 'good'}>{isExpired(token) ? texts.expired : texts.active}</Status>
        ),
    },
    {
      ...{ id: 'maker', heading: texts.maker, card: 'note' },
      cell: ({ person_id }) => (person_id === null ? texts.machine : named.actor(`person:${person_id}`)),
    },
    { id: 'created', heading: texts.created, card: 'hidden', cell: ({ created_at }) => <DayText at={created_at} /> },
    {
      id: 'ends',
      heading: texts.ends,
      cell: ({ expires_at }) =>
        expires_at === null ? <Text fz="sm">{texts.never}</Text> : <DayText at={expires_at} />,
    },
    {
      id: 'actions',
      heading: texts.actions,
      quiet: true,
      align: 'end',
      card: 'end',
      cell: (token) =>
        token.status === 'active' && (
          <Button
            size="xs"
            variant="default"
            aria-label={texts.revokeTitle(token.name)}
            onClick={() => props.onRevoke(token)}
          >
            {texts.revoke}
          </Button>
        ),
    },
  ]
  return <DataTable label={texts.title} columns={columns} rows={props.rows} keyOf={({ token_id }) => token_id} />
}

function RevokeDialog(props: {
  readonly token: AdminToken
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const { token, onDone, onClose } = props
  const texts = useTexts(tokenTexts)
  const revoke = useAdmin().useMutation('post', '/admin/v1/tokens/{token_id}/revoke', {
    onSuccess: () => {
      onDone()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      title={texts.revokeTitle(token.name)}
      text={texts.revokeText}
      confirm={texts.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate({ params: { path: { token_id: token.token_id } } })}
    />
  )
}
