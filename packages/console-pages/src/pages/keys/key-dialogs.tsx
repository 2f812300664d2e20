import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Key } from '../../api/rows.ts'
import { moment } from '../../formats/moments.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { KeyForm } from './key-form.tsx'
import type { KeyTask, MadeKey } from './key-task.ts'
import { keyTexts } from './key-texts.ts'
import { ProductionNeeds } from './production-needs.tsx'

interface DialogProps {
  readonly row: Key
  readonly onDone: (made: MadeKey | null) => void
  readonly onClose: () => void
}

/** The dialog of a task. */
export function KeyDialogs(props: { readonly task: KeyTask } & Omit<DialogProps, 'row'>) {
  const { task, ...rest } = props
  if (task.kind === 'create' || task.kind === 'edit')
    return <KeyForm row={task.kind === 'edit' ? task.key : null} {...rest} />
  if (task.kind === 'rotate') return <Rotate row={task.key} {...rest} />
  if (task.kind === 'promote') return <Promote row={task.key} {...rest} />
  return <Revoke row={task.key} {...rest} />
}

const nameOf = ({ label, api_key }: Key): string => label || api_key
const OVERLAPS = { now: 0, hour: 3_600, day: 86_400, week: 604_800 } as const
type Overlap = keyof typeof OVERLAPS
const isOverlap = (value: string): value is Overlap => Object.hasOwn(OVERLAPS, value)

function Rotate({ row, onDone, onClose }: DialogProps) {
  const texts = useTexts(keyTexts)
  const { language } = useLanguage()
  const [overlap, setOverlap] = useState<Overlap>('day')
  const rotate = useAdmin().useMutation('post', '/admin/v1/keys/{key_id}/rotate', {
    onSuccess: (key) => {
      const ends = new Date(Date.now() + OVERLAPS[overlap] * 1_000).toISOString()
      const note = overlap === 'now' ? texts.oldEnded : texts.oldUntil(moment(ends, language))
      onDone({ ...key, title: texts.rotated, note })
    },
  })
  return (
    <ConfirmDialog
      title={texts.rotateTitle(nameOf(row))}
      text={texts.rotateText}
      confirm={texts.rotate}
      busy={rotate.isPending}
      error={rotate.error}
      onClose={onClose}
      onConfirm={() =>
        rotate.mutate({ params: { path: { key_id: row.key_id } }, body: { overlap_seconds: OVERLAPS[overlap] } })
      }
    >
      <NativeSelect
        label={texts.overlap}
        value={overlap}
        onChange={({ currentTarget: { value } }) => isOverlap(value) && setOverlap(value)}
        data={Object.entries(texts.overlaps).map(([value, label]) => ({ value, label }))}
      />
    </ConfirmDialog>
  )
}

function Promote({ row, onDone, onClose }: DialogProps) {
  const texts = useTexts(keyTexts)
  const promote = useAdmin().useMutation('post', '/admin/v1/keys/{key_id}/promote', {
    onSuccess: (key) => onDone({ ...key, title: texts.made }),
  })
  return (
    <ConfirmDialog
      title={texts.promoteTitle}
      text={texts.promoteText}
      confirm={texts.promoteTitle}
      busy={promote.isPending}
      error={promote.error}
      onClose={onClose}
      onConfirm={() => promote.mutate({ params: { path: { key_id: row.key_id } } })}
    >
      <ProductionNeeds />
    </ConfirmDialog>
  )
}

function Revoke({ row, onDone, onClose }: DialogProps) {
  const texts = useTexts(keyTexts)
  const revoke = useAdmin().useMutation('post', '/admin/v1/keys/{key_id}/revoke', { onSuccess: () => onDone(null) })
  return (
    <ConfirmDialog
      danger
      title={texts.revokeTitle(nameOf(row))}
      text={texts.revokeText}
      confirm={texts.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() => revoke.mutate({ params: { path: { key_id: row.key_id } } })}
    />
  )
}
