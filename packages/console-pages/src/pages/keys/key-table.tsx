import { ActionIcon, Menu, Text } from '@mantine/core'
import type { Key } from '../../api/rows.ts'
import { day, moment } from '../../formats/moments.ts'
import { rupees } from '../../formats/rupees.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icon.tsx'
import { DayText, MomentText } from '../../parts/moment-text.tsx'
import { Status } from '../../parts/status.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import type { KeyTask } from './key-task.ts'
import { keyTexts } from './key-texts.ts'

/** Keys, each with what may be done to it. @param onTask Null: this person may only read. */
export function KeyTable(props: {
  readonly rows: readonly Key[]
  readonly onTask: ((task: KeyTask) => void) | null
  readonly mayPromote: boolean
}) {
  const { rows, onTask, mayPromote } = props
  const texts = useTexts(keyTexts)
  const columns: readonly Column<Key>[] = [
    {
      id: 'label',
      heading: texts.label,
      card: 'title',
      cell: ({ label, issued_by }) => (
        <>
          <Text fw={600} fz="sm">
            {label || texts.noLabel}
          </Text>
          {issued_by !== null && (
            <Text fz="xs" c="dimmed">
              {texts.fromAbove}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'id',
      heading: texts.id,
      card: 'note',
      cell: ({ api_key }) => <Copyable text={api_key} what={texts.id} shown={shortened(api_key)} />,
    },
    { id: 'status', heading: texts.status, card: 'state', cell: (key) => <KeyStatus state={key} /> },
    { id: 'limits', heading: texts.limits, cell: (key) => <Limits limits={key} /> },
    {
      id: 'used',
      heading: texts.lastUsed,
      cell: ({ last_used_at }) => (last_used_at ? <MomentText at={last_used_at} /> : texts.neverUsed),
    },
    { id: 'created', heading: texts.created, card: 'hidden', cell: ({ created_at }) => <DayText at={created_at} /> },
    ...(onTask
      ? [
          {
            ...{ id: 'actions', heading: texts.actions, quiet: true, align: 'end' as const },
            cell: (key: Key) => key.status === 'active' && <Tasks row={key} {...{ onTask, mayPromote }} />,
          },
        ]
      : []),
  ]
  return <DataTable label={texts.title} columns={columns} rows={rows} keyOf={({ key_id }) => key_id} />
}

/** The ranges, or how many where they are more than two. */
const rangesText = (ranges: readonly string[], rangesOf: (count: number) => string): string =>
  ranges.length > 2 ? rangesOf(ranges.length) : `IP ${ranges.join(', ')}`

/** `pk_live_01J…7QZX`: enough to tell keys apart. */
const shortened = (id: string): string => (id.length > 22 ? `${id.slice(0, 12)}…${id.slice(-6)}` : id)

function KeyStatus({
  state: { status, exposed_at, expires_at },
}: {
  readonly state: Pick<Key, 'status' | 'exposed_at' | 'expires_at'>
}) {
  const texts = useTexts(keyTexts)
  if (status === 'revoked') return <Status tone="plain">{texts.revoked}</Status>
  if (expires_at !== null && Date.parse(expires_at) < Date.now()) return <Status tone="plain">{texts.expired}</Status>
  if (exposed_at === null) return <Status tone="good">{texts.active}</Status>
  return <Status tone="bad">{texts.exposed}</Status>
}

function Limits({
  limits,
}: {
  readonly limits: Pick<
    Key,
    'environment' | 'endpoints' | 'ip_ranges' | 'spend_cap_per_day' | 'expires_at' | 'overlap_until'
  >
}) {
  const texts = useTexts(keyTexts)
  const { language } = useLanguage()
  const parts = [
    ...(limits.endpoints ? [texts.endpointsOf(limits.endpoints.length)] : []),
    ...(limits.ip_ranges ? [rangesText(limits.ip_ranges, texts.rangesOf)] : []),
    // Whoever has the secret of such a key spends real money from anywhere.
    ...(limits.ip_ranges === null && limits.environment === 'production' ? [texts.anyAddress] : []),
    ...(limits.spend_cap_per_day === null ? [] : [texts.capOf(rupees(limits.spend_cap_per_day))]),
    ...(limits.expires_at === null ? [] : [texts.until(day(limits.expires_at, language))]),
    ...(limits.overlap_until !== null && Date.parse(limits.overlap_until) > Date.now()
      ? [texts.oldSecretUntil(moment(limits.overlap_until, language))]
      : []),
  ]
  return (
    <Text component="div" fz="sm" {...(parts.length === 0 ? { c: 'dimmed' } : {})}>
      {parts.length === 0 ? texts.noLimits : parts.map((part) => <div key={part}>{part}</div>)}
    </Text>
  )
}

function Tasks(props: { readonly row: Key; readonly onTask: (task: KeyTask) => void; readonly mayPromote: boolean }) {
  const { row, onTask, mayPromote } = props
  const texts = useTexts(keyTexts)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`${texts.actions}: ${row.label || row.api_key}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onTask({ kind: 'edit', key: row })}>{texts.edit}</Menu.Item>
        {!row.external && <Menu.Item onClick={() => onTask({ kind: 'rotate', key: row })}>{texts.rotate}</Menu.Item>}
        {mayPromote && row.environment === 'sandbox' && !row.external && (
          <Menu.Item onClick={() => onTask({ kind: 'promote', key: row })}>{texts.promote}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item c="var(--mantine-color-error)" onClick={() => onTask({ kind: 'revoke', key: row })}>
          {texts.revoke}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
