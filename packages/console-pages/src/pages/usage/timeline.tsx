import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CallTimeline, TimelineStep } from '../../api/rows.ts'
import { isZero, rupees } from '../../formats/rupees.ts'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import classes from './timeline.module.css'
import { timelineTexts } from './timeline-texts.ts'

/** Why a request cost what it cost, and what happened to its money, step by step. */
export function Timeline({ timeline: { why, price, steps } }: { readonly timeline: CallTimeline }) {
  const texts = useTexts(timelineTexts)
  return (
    <>
      <Text fz="sm">{texts.why[why]}</Text>
      {price && !isZero(price.amount) && (
        <Text fz="sm" c="dimmed" mt={4}>
          {texts.price(rupees(price.amount), sourceOf(price.version, texts.sources))}
        </Text>
      )}
      {steps.length > 0 && (
        <ol className={classes.steps} aria-label={texts.title}>
          {steps.map((step) => (
            <Step key={`${step.kind} ${step.reference} ${step.account_id ?? ''}`} step={step} />
          ))}
        </ol>
      )}
    </>
  )
}

/** Where a price was found, by its version: `price-…` is one of the list, `configuration-…` one of the configuration. */
function sourceOf(version: string, sources: Readonly<Record<string, string>>): string {
  const [kind = version] = version.split('-')
  return sources[kind === 'price' ? 'list' : kind] ?? version
}

function Step({ step }: { readonly step: TimelineStep }) {
  const texts = useTexts(timelineTexts)
  const { accountId, isBelow, may } = useWorkplace()
  const { at, kind, amount, balance_after, version, account_id, account_name, detail } = step
  const kinds: Readonly<Record<string, string>> = texts.kinds
  const orders: Readonly<Record<string, string>> = texts.orders
  const said = detail === null ? null : kind === 'order_result' ? (orders[detail] ?? detail) : detail
  return (
    <li data-kind={kind}>
      <div>
        <span>
          {[kinds[kind] ?? kind, said].filter(Boolean).join(': ')}
          {account_id !== null && (
            <>
              {': '}
              <Earner accountId={account_id} name={account_name ?? account_id} />
            </>
          )}
        </span>
        {!isZero(amount) && <strong>{rupees(amount)}</strong>}
      </div>
      <div className={classes.note}>
        <span>{at ? <MomentText at={at} /> : texts.unknownTime}</span>
        {balance_after !== null && <span>{texts.balance(rupees(balance_after))}</span>}
        {version !== null && accountId !== '' && !isBelow && may('wallets:read') && (
          <Anchor fz="xs" renderRoot={(props) => <Link to="/wallet" search={{ entry: `${version}` }} {...props} />}>
            {texts.entry}
          </Anchor>
        )}
      </div>
    </li>
  )
}

/** The reseller that earned commission, which leads to its page; whoever reads it may be that reseller. */
function Earner({ accountId, name }: { readonly accountId: string; readonly name: string }) {
  if (useWorkplace().membership.account_id === accountId) return name
  return (
    <Anchor
      fz="inherit"
      title={accountId}
      renderRoot={(props) => <Link to="/accounts/$accountId" params={{ accountId }} {...props} />}
    >
      {name}
    </Anchor>
  )
}
