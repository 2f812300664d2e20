import { Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { SetPrice } from '../../api/rows.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Icon } from '../../parts/icon.tsx'
import { DayText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { scopeOf } from './price-scope.ts'
import { priceTexts } from './price-texts.ts'
import { SetPriceForm } from './set-price-form.tsx'

/** The volume steps of one scope: each can be removed, and one added. */
export function PriceSteps(props: {
  readonly steps: readonly SetPrice[]
  readonly whom: ReactNode
  readonly onDone: () => void
}) {
  const { steps, whom, onDone } = props
  const texts = useTexts(priceTexts)
  const queries = useQueryClient()
  const { membership } = useWorkplace()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<SetPrice | null>(null)
  const unset = useAdmin().useMutation('post', '/admin/v1/prices/unset', {
    onSuccess: () => {
      void queries.invalidateQueries()
      onDone()
    },
  })
  const [first] = steps
  if (!first) return null
  // Operators and super admins each change their own.
  const isOwn = first.owner_account_id === membership.account_id
  const remove = (step: SetPrice) => {
    const planned = step.status === 'planned' ? { valid_from: step.valid_from } : {}
    unset.mutate({ body: { ...scopeOf(step), from_calls: step.from_calls, ...planned } })
  }
  const columns: readonly Column<SetPrice>[] = [
    { id: 'from', heading: texts.calls, card: 'title', cell: ({ from_calls }) => texts.step(grouped(from_calls)) },
    {
      ...{ id: 'valid', heading: texts.validFrom, card: 'note' },
      cell: ({ valid_from, status }) => (
        <>
          <DayText at={valid_from} />
          {status === 'planned' && (
            <Text span fz="xs" c="dimmed">
              {` ${texts.statuses.planned}`}
            </Text>
          )}
        </>
      ),
    },
    {
      ...{ id: 'price', heading: texts.price, align: 'end', card: 'end' },
      cell: ({ price }) => <strong>{price === null ? texts.none : rupees(price)}</strong>,
    },
    {
      ...{ id: 'remove', heading: texts.remove, quiet: true, align: 'end', card: 'state' },
      cell: (step) =>
        isOwn &&
        step.price !== null && (
          <Button
            size="compact-xs"
            variant="outline"
            color="var(--mantine-color-error)"
            aria-label={texts.removeStep(grouped(step.from_calls))}
            onClick={() => setRemoving(step)}
          >
            {texts.remove}
          </Button>
        ),
    },
  ]
  return (
    <Stack gap="lg">
      <FactList facts={[[texts.whom, whom]]} />
      <DataTable label={texts.steps} columns={columns} rows={steps} keyOf={({ price_id }) => price_id} />
      {!isOwn && (
        <Text fz="sm" c="dimmed">
          {texts.ofOthers}
        </Text>
      )}
      {removing && (
        <ConfirmDialog
          danger
          title={texts.removeStep(grouped(removing.from_calls))}
          text={texts.removeText}
          confirm={texts.remove}
          busy={unset.isPending}
          error={unset.error}
          onConfirm={() => remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
      {isOwn &&
        (adding ? (
          <SetPriceForm of={scopeOf(first)} onDone={onDone} />
        ) : (
          <Group>
            <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
              {texts.addStep}
            </Button>
          </Group>
        ))}
    </Stack>
  )
}
