import { Button, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Key } from '../../api/rows.ts'
import { indianDay } from '../../formats/moments.ts'
import { typedRupees } from '../../formats/rupees.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { EndpointChoice } from './endpoint-choice.tsx'
import type { MadeKey } from './key-task.ts'
import { keyTexts } from './key-texts.ts'
import { ProductionNeeds } from './production-needs.tsx'

/** The form of a new key, or of the limits of one that is there. */
export function KeyForm(props: {
  readonly row: Key | null
  readonly onDone: (made: MadeKey | null) => void
  readonly onClose: () => void
}) {
  const { row, onDone, onClose } = props
  const texts = useTexts(keyTexts)
  const parts = useTexts(partTexts)
  const shell = useTexts(shellTexts)
  const { accountId, environment } = useWorkplace()
  const [label, setLabel] = useState(row?.label ?? '')
  const [endpoints, setEndpoints] = useState<readonly string[]>(row?.endpoints ?? [])
  const [ranges, setRanges] = useState((row?.ip_ranges ?? []).join('\n'))
  const [cap, setCap] = useState(row?.spend_cap_per_day ?? '')
  const [expires, setExpires] = useState(row?.expires_at ? indianDay(Date.parse(row.expires_at)) : '')
  const admin = useAdmin()
  const create = admin.useMutation('post', '/admin/v1/keys', {
    onSuccess: (key) => onDone({ ...key, title: texts.made }),
  })
  const restrict = admin.useMutation('patch', '/admin/v1/keys/{key_id}', { onSuccess: () => onDone(null) })
  const busy = create.isPending || restrict.isPending
  const capWrong = cap.trim() !== '' && typedRupees(cap) === null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (capWrong) return
    const given = ranges.split(/[\s,]+/).filter((range) => range !== '')
    const limits = {
      label: label.trim(),
      endpoints: endpoints.length === 0 ? null : [...endpoints],
      ip_ranges: given.length === 0 ? null : given,
      spend_cap_per_day: typedRupees(cap),
      expires_at: expires === '' ? null : `${expires}T23:59:59+05:30`,
    }
    if (row) restrict.mutate({ params: { path: { key_id: row.key_id } }, body: limits })
    else create.mutate({ body: { ...limits, account_id: accountId, environment } })
  }
  return (
    <Dialog onClose={() => busy || onClose()} title={row ? texts.edit : texts.createFor(shell[environment])} size="lg">
      <form onSubmit={submit}>
        <Stack gap="md">
          {!row && environment === 'production' && <ProductionNeeds />}
          <TextInput
            label={texts.label}
            description={texts.labelHint}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            maxLength={80}
            data-autofocus
          />
          <EndpointChoice chosen={endpoints} onChange={setEndpoints} />
          <Textarea
            label={texts.ranges}
            description={texts.rangesHint}
            value={ranges}
            onChange={(event) => setRanges(event.currentTarget.value)}
            rows={2}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label={texts.cap}
              description={texts.capHint}
              value={cap}
              onChange={(event) => setCap(event.currentTarget.value)}
              inputMode="decimal"
              error={capWrong && texts.capWrong}
            />
            <TextInput
              type="date"
              label={texts.expires}
              description={texts.expiresHint}
              value={expires}
              onChange={(event) => setExpires(event.currentTarget.value)}
            />
          </SimpleGrid>
          <Refusal error={create.error ?? restrict.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={busy}>
              {row ? texts.save : texts.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
