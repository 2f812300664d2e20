import { Alert, Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AccountPlan } from '../../api/rows.ts'
import { day } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { Icon } from '../../parts/icon.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import classes from './plan.module.css'
import type { PlanTask } from './plan-dialog.tsx'
import { planTexts } from './plan-texts.ts'

/** The plan of whoever has no subscription. */
const FREE = 'developer'

/** A plan of an account. */
interface OwnProps {
  /** Default: that it is yours. */
  readonly title?: string
  readonly own: AccountPlan
  readonly onTask: (task: PlanTask) => void
  /** The name of a plan. */
  nameOf(plan: string): string
  /** Below what it has. */
  readonly children?: ReactNode
}

/** What the account has, what is used of it, and what comes next. */
export function OwnPlan({ title, own, nameOf, onTask, children }: OwnProps) {
  const texts = useTexts(planTexts)
  return (
    <Surface title={title ?? texts.yours} note={own.plan.name} actions={<Actions own={own} onTask={onTask} />}>
      <Stack gap="xs">
        <Used own={own} />
        <Coming own={own} nameOf={nameOf} />
        {children}
      </Stack>
    </Surface>
  )
}

const openOf = ({ subscription }: AccountPlan) => (subscription?.state === 'ended' ? null : subscription)

function Actions({ own, onTask }: Pick<OwnProps, 'own' | 'onTask'>) {
  const texts = useTexts(planTexts)
  const { may } = useWorkplace()
  const open = openOf(own)
  const { plan, name } = own.plan
  if (!open || !may('plans:subscribe')) return null
  return open.next_plan === null ? (
    <Button size="xs" variant="default" onClick={() => onTask({ kind: 'cancel', until: open.until })}>
      {texts.cancel}
    </Button>
  ) : (
    <Button size="xs" variant="default" onClick={() => onTask({ kind: 'keep', plan, name })}>
      {texts.keep(name)}
    </Button>
  )
}

function Used({ own: { plan, used, remaining } }: Pick<OwnProps, 'own'>) {
  const texts = useTexts(planTexts)
  const limit = plan.limit === 0 ? null : plan.limit
  const all = plan.unlimited ? texts.used(grouped(used)) : texts.payAsYouGo
  const share = limit === null ? all : texts.usedOf(grouped(used), grouped(limit))
  return (
    <>
      <Text fz="lg" fw={650}>
        {share}
      </Text>
      {limit !== null && (
        <div className={classes.meter} role="img" aria-label={share}>
          <span style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />
        </div>
      )}
      {limit !== null && remaining !== null && (
        <Text fz="sm" c="dimmed">
          {texts.left(grouped(remaining))}
        </Text>
      )}
    </>
  )
}

function Coming({ own, nameOf }: Pick<OwnProps, 'own' | 'nameOf'>) {
  const texts = useTexts(planTexts)
  const { language } = useLanguage()
  const open = openOf(own)
  if (!open) return null
  const until = day(open.until, language)
  if (open.grace_until)
    return (
      <Alert color="orange" variant="outline" icon={<Icon name="warn" />}>
        {texts.grace(day(open.grace_until, language))}
      </Alert>
    )
  if (open.next_plan !== null)
    return (
      <Alert color="blue" variant="light" icon={<Icon name="history" />}>
        {open.next_plan === FREE ? texts.endsOn(until) : texts.next(nameOf(open.next_plan), until)}
      </Alert>
    )
  return (
    <Text fz="sm" c="dimmed">
      {texts.renews(until, rupees(own.plan.price_per_month))}
    </Text>
  )
}
