import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { OfferedPlan, AccountPlan as Own } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { OwnPlan } from '../plan/own-plan.tsx'
import { PlanDialog, type PlanTask } from '../plan/plan-dialog.tsx'
import { planTexts } from '../plan/plan-texts.ts'
import { accountTexts } from './account-texts.ts'

/** The plan of an account; operators and super admins assign another one. @param name Of the account. */
export function AccountPlan({ name }: { readonly name: string }) {
  const texts = useTexts(planTexts)
  const { planOf } = useTexts(accountTexts)
  const { accountId, may } = useWorkplace()
  const admin = useAdmin()
  const [task, setTask] = useState<PlanTask | null>(null)
  const params = { path: { account_id: accountId } }
  const query = admin.useQuery('get', '/admin/v1/accounts/{account_id}/plan', { params })
  const offered = admin.useQuery('get', '/admin/v1/plans')
  return (
    <>
      <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
        {(own) => (
          <Loaded query={offered} skeleton={<RowsSkeleton rows={4} />}>
            {({ items }) => {
              const assign = may('plans:subscribe') && (
                <Assign own={own} offers={items} label={planOf(name)} onTask={setTask} />
              )
              if (own.subscription === null)
                return (
                  <Surface title={texts.title} note={own.plan.name}>
                    <Stack gap="md">
                      <Text fz="sm">{texts.payAsYouGo}</Text>
                      {assign}
                    </Stack>
                  </Surface>
                )
              const nameOf = (id: string) => items.find(({ plan }) => plan === id)?.name ?? id
              return (
                <OwnPlan title={texts.title} own={own} nameOf={nameOf} onTask={setTask}>
                  {assign}
                </OwnPlan>
              )
            }}
          </Loaded>
        )}
      </Loaded>
      {task && <PlanDialog task={task} account={name} onClose={() => setTask(null)} />}
    </>
  )
}

function Assign(props: {
  readonly own: Own
  readonly offers: readonly OfferedPlan[]
  readonly label: string
  readonly onTask: (task: PlanTask) => void
}) {
  const { own, offers, label, onTask } = props
  const { assign, assignPrice } = useTexts(accountTexts)
  const [chosen, setChosen] = useState('')
  const others = offers.filter(({ plan, price_per_month }) => plan !== own.plan.plan && !isZero(price_per_month))
  const offer = others.find(({ plan }) => plan === chosen) ?? others[0]
  if (!offer) return null
  const subscribed = own.subscription !== null && own.subscription.state !== 'ended'
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        label={label}
        value={offer.plan}
        onChange={(event) => setChosen(event.currentTarget.value)}
        data={others.map(({ plan, name, price_per_month }) => ({
          value: plan,
          label: `${name}, ${assignPrice(rupees(price_per_month))}`,
        }))}
      />
      <Button variant="default" onClick={() => onTask({ kind: subscribed ? 'change' : 'subscribe', offer })}>
        {assign}
      </Button>
    </Group>
  )
}
