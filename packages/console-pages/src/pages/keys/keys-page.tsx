import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED, rowsOf } from '../../api/paged.ts'
import type { Key } from '../../api/rows.ts'
import { Empty } from '../../parts/empty.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MoreRows } from '../../parts/more-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useFilters } from '../../shell/filters.ts'
import { useTexts } from '../../texts/language.tsx'
import { KeyDelegation } from './key-delegation.tsx'
import { KeyDialogs } from './key-dialogs.tsx'
import { KeyTable } from './key-table.tsx'
import type { KeyTask, MadeKey } from './key-task.ts'
import { keyTexts } from './key-texts.ts'

const isExposed = ({ status, exposed_at }: Key): boolean => status === 'active' && exposed_at !== null

/** The keys of an account: made, restricted, rotated, promoted, revoked. */
export function KeysPage() {
  const texts = useTexts(keyTexts)
  const { accountId, environment, membership, may } = useWorkplace()
  const { values, set } = useFilters()
  const [task, setTask] = useState<KeyTask | null>(null)
  const [made, setMade] = useState<MadeKey | null>(null)
  const queries = useQueryClient()
  const status = values['status'] === 'revoked' ? 'revoked' : 'active'
  const query = useAdmin().useInfiniteQuery(
    'get',
    '/admin/v1/keys',
    { params: { query: { account_id: accountId, environment, status, limit: 50 } } },
    PAGED,
  )
  const change = may('keys:write') && (environment === 'sandbox' || membership.production)
  const create = change && (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setTask({ kind: 'create' })}>
      {texts.create}
    </Button>
  )
  const finish = (key: MadeKey | null) => {
    setTask(null)
    setMade(key)
    void queries.invalidateQueries({ queryKey: ['get', '/admin/v1/keys'] })
  }
  return (
    <Page title={texts.titles[environment]} description={texts.description} actions={create}>
      <Stack gap="md">
        <SegmentedControl
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          aria-label={texts.status}
          value={status}
          onChange={(value) => set({ status: value === 'revoked' ? value : undefined })}
          data={(['active', 'revoked'] as const).map((value) => ({ value, label: texts[value] }))}
        />
        <Surface flush>
          <Loaded query={query}>
            {(data) => {
              const rows = rowsOf<Key>(data)
              const text = environment === 'production' ? texts.emptyProduction : texts.emptyText
              if (rows.length === 0 && status === 'revoked')
                return <Empty icon="key" title={texts.noRevoked} text={texts.noRevokedText} />
              if (rows.length === 0) return <Empty icon="key" title={texts.emptyTitle} text={text} action={create} />
              const onTask = change ? setTask : null
              return (
                <>
                  <ExposedNotice rows={rows.filter(isExposed)} onTask={onTask} />
                  <KeyTable rows={rows} onTask={onTask} mayPromote={membership.production} />
                </>
              )
            }}
          </Loaded>
          <MoreRows hasMore={query.hasNextPage} busy={query.isFetchingNextPage} onMore={() => query.fetchNextPage()} />
        </Surface>
        <KeyDelegation />
      </Stack>
      {task && <KeyDialogs task={task} onDone={finish} onClose={() => setTask(null)} />}
      {made && (
        <SecretDialog
          title={made.title}
          lines={[
            [texts.id, made.api_key],
            [texts.secret, made.api_secret],
          ]}
          {...(made.note && { note: <Text fz="sm">{made.note}</Text> })}
          onClose={() => setMade(null)}
        />
      )}
    </Page>
  )
}

/** Keys that were seen in an address stand in logs of others by now. */
function ExposedNotice(props: { readonly rows: readonly Key[]; readonly onTask: ((task: KeyTask) => void) | null }) {
  const { rows, onTask } = props
  const texts = useTexts(keyTexts)
  const [first] = rows
  if (!first) return null
  const names = rows.map(({ label, api_key }) => label || api_key).join(', ')
  return (
    <Alert
      m="md"
      color="red"
      variant="outline"
      icon={<Icon name="warn" />}
      title={texts.exposedTitle(names)}
      role="alert"
    >
      <Text fz="sm">{texts.exposedText}</Text>
      {onTask && rows.length === 1 && (
        <Button mt="sm" size="xs" variant="default" onClick={() => onTask({ kind: 'rotate', key: first })}>
          {texts.rotate}
        </Button>
      )}
    </Alert>
  )
}
