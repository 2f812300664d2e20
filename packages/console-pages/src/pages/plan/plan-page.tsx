import { Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { AccountPlan, OfferedPlan } from '../../api/rows.ts'
import { grouped, isZero, wholeRupees } from '../../formats/rupees.ts'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Status } from '../../parts/status.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { OwnPlan } from './own-plan.tsx'
import classes from './plan.module.css'
import { PlanDialog, type PlanTask } from './plan-dialog.tsx'
import { planTexts } from './plan-texts.ts'

type Feature = OfferedPlan['features'][number]
const FEATURES: readonly Feature[] = ['productionKeys', 'webhooks', 'logs', 'customDomain', 'ownBrand']

/** The plan of an account, and those that it may have. */
export function PlanPage() {
  const texts = useTexts(planTexts)
  const { accountId } = useWorkplace()
  const admin = useAdmin()
  const [task, setTask] = useState<PlanTask | null>(null)
  const plan = admin.useQuery('get', '/admin/v1/accounts/{account_id}/plan', {
    params: { path: { account_id: accountId } },
  })
  const offered = admin.useQuery('get', '/admin/v1/plans')
  const nameOf = (id: string) => offered.data?.items.find((item) => item.plan === id)?.name ?? id
  return (
    <Page title={texts.title} description={texts.description}>
      <Stack gap="lg">
        <Loaded query={plan}>
          {(own) => (own.subscription === null ? null : <OwnPlan own={own} nameOf={nameOf} onTask={setTask} />)}
        </Loaded>
        <Loaded query={offered}>
          {({ items, features_enforced: enforced }) => (
            <>
              <div className={classes.plans}>
                {items.map((item) => (
                  <Offer
                    key={item.plan}
                    offer={item}
                    first={item === items.find(({ price_per_month }) => !isZero(price_per_month))}
                    features={enforced ? FEATURES.filter((one) => items.some((of) => of.features.includes(one))) : []}
                    own={plan.data ?? null}
                    onTask={setTask}
                  />
                ))}
              </div>
              {!enforced && (
                <Text fz="sm" c="dimmed">
                  {texts.allFeatures}
                </Text>
              )}
            </>
          )}
        </Loaded>
      </Stack>
      {task && <PlanDialog task={task} onClose={() => setTask(null)} />}
    </Page>
  )
}

function Offer(props: {
  readonly offer: OfferedPlan
  /** The cheapest of those that cost something. */
  readonly first: boolean
  /** What some plans have and others do not. */
  readonly features: readonly Feature[]
  readonly own: AccountPlan | null
  readonly onTask: (task: PlanTask) => void
}) {
  const { offer, first, features, own, onTask } = props
  const texts = useTexts(planTexts)
  const { may } = useWorkplace()
  const isOwn = own?.plan.plan === offer.plan
  const isFree = isZero(offer.price_per_month)
  const subscribed = own !== null && own.subscription !== null && own.subscription.state !== 'ended'
  const calls = offer.unlimited
    ? texts.unlimited
    : offer.limit === null || offer.limit === 0
      ? texts.payAsYouGo
      : texts.calls(grouped(offer.limit))
  const canChoose = own !== null && !isOwn && may('plans:subscribe') && !isFree
  return (
    <section className={classes.plan} data-own={isOwn || undefined} aria-label={offer.name}>
      <Group justify="space-between" gap="xs">
        <Title order={2} fz="md">
          {offer.name}
        </Title>
        {isOwn && <Status tone="good">{texts.current}</Status>}
      </Group>
      <Text fz={24} fw={650}>
        {wholeRupees(offer.price_per_month)}{' '}
        <Text span fz="sm" c="dimmed" fw={400}>
          {texts.perMonth}
        </Text>
      </Text>
      <ul className={classes.features}>
        <li>
          <Icon name="check" size={15} />
          {calls}
        </li>
        <li>
          <Icon name="check" size={15} />
          {offer.endpoints === null ? texts.allApis : texts.apis(offer.endpoints.length)}
        </li>
        {features.map((feature) => {
          const has = offer.features.includes(feature)
          return (
            <li key={feature} data-lacks={!has || undefined}>
              <Icon name={has ? 'check' : 'cross'} size={15} />
              <span>
                {!has && <VisuallyHidden>{texts.lacks} </VisuallyHidden>}
                {texts.features[feature]}
              </span>
            </li>
          )
        })}
      </ul>
      {canChoose && (
        <Button
          variant={subscribed || !first ? 'default' : 'filled'}
          fullWidth
          mt="auto"
          disabled={own.subscription?.next_plan === offer.plan}
          onClick={() => onTask({ kind: subscribed ? 'change' : 'subscribe', offer })}
        >
          {subscribed ? texts.change(offer.name) : texts.choose(offer.name)}
        </Button>
      )}
    </section>
  )
}
