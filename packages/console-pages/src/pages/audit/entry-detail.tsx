import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AuditEntry } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { auditTexts } from './audit-texts.ts'
import { EntryObject } from './entry-object.tsx'
import type { Named } from './named.ts'

/** An entry with the values before and after. */
export function EntryDetail({ entry, named }: { readonly entry: AuditEntry; readonly named: Named }) {
  const texts = useTexts(auditTexts)
  const before = asFields(entry.before)
  const after = asFields(entry.after)
  // What was empty and stays empty says nothing.
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => shown(before[field]) !== '' || shown(after[field]) !== '',
  )
  const isNew = Object.keys(before).length === 0
  const change = (field: string): string => {
    const [from, to] = [shown(before[field]), shown(after[field])]
    return isNew || from === to ? to : `${from || texts.nothing} → ${to || texts.nothing}`
  }
  const accountId = named.unnamedAccount(entry)
  return (
    <Stack gap="lg">
      <FactList
        facts={[
          [texts.time, <MomentText key="at" at={entry.at} full />],
          [texts.actor, <Said key="actor" words={named.actor(entry.actor)} id={entry.actor} what={texts.actor} />],
          [
            texts.subject,
            <Said
              key="subject"
              words={<EntryObject entry={entry} named={named} />}
              id={entry.subject}
              what={texts.subject}
            />,
          ],
          ...(accountId === null
            ? []
            : [[texts.account, <AccountName key="account" accountId={accountId} />] as const]),
          [texts.event, <Copyable key="event" text={entry.action} what={texts.event} />],
        ]}
      />
      {fields.length > 0 && (
        <section>
          <Title order={3} fz="sm" mb={6}>
            {isNew ? texts.after : `${texts.before} → ${texts.after}`}
          </Title>
          <FactList facts={fields.map((field) => [field, change(field)])} />
        </section>
      )}
    </Stack>
  )
}

/** In words, with the id that support and programs know it by. */
function Said({ words, id, what }: { readonly words: ReactNode; readonly id: string; readonly what: string }) {
  return (
    <>
      <div>{words}</div>
      <Copyable text={id} what={what} />
    </>
  )
}

const asFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

/** The API writes amounts alone with two digits after the point, and always so. */
const AMOUNT = /^-?\d+\.\d{2}$/

const shown = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string' && AMOUNT.test(value)) return rupees(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
