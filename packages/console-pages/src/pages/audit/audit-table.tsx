import { Text } from '@mantine/core'
import { useState } from 'react'
import type { AuditEntry } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useTexts } from '../../texts/language.tsx'
import { auditTexts } from './audit-texts.ts'
import { EntryDetail } from './entry-detail.tsx'
import { EntryObject } from './entry-object.tsx'
import type { Named } from './named.ts'

/** Entries of the audit log, each of which opens. */
export function AuditTable({ rows, named }: { readonly rows: readonly AuditEntry[]; readonly named: Named }) {
  const texts = useTexts(auditTexts)
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const columns: readonly Column<AuditEntry>[] = [
    { id: 'time', heading: texts.time, card: 'note', cell: ({ at }) => <MomentText at={at} /> },
    {
      id: 'action',
      heading: texts.action,
      card: 'title',
      cell: (entry) => (
        <Text fz="sm" fw={550}>
          {named.action(entry.action)}
        </Text>
      ),
    },
    { id: 'actor', heading: texts.actor, card: 'state', cell: (entry) => named.actor(entry.actor) },
    {
      id: 'subject',
      heading: texts.subject,
      card: 'hidden',
      cell: (entry) => <EntryObject entry={entry} named={named} width={290} />,
    },
  ]
  return (
    <>
      <DataTable label={texts.title} columns={columns} rows={rows} keyOf={({ id }) => id} onOpen={setOpen} />
      <SidePanel title={open ? named.action(open.action) : ''} opened={open !== null} onClose={() => setOpen(null)}>
        {open && <EntryDetail entry={open} named={named} />}
      </SidePanel>
    </>
  )
}
