import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import { isZero } from '../../formats/rupees.ts'
import { Icon } from '../../parts/icon.tsx'
import { RowsSkeleton } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { entryOf, hasPage } from '../../shell/menu.ts'
import { useTexts } from '../../texts/language.tsx'
import classes from './home.module.css'
import { homeTexts } from './home-texts.ts'

interface Step {
  readonly name: 'key' | 'call' | 'webhook' | 'kyc' | 'funds' | 'production'
  readonly to: string
  readonly environment?: 'production'
  readonly scope: string
  /** Undefined: not known yet. */
  readonly done: boolean | undefined
  /** Instead of what the step is for. */
  readonly hint?: string
}

/** Asks what has been done: one row of each list is enough. */
function useSteps(): readonly Step[] {
  const workplace = useWorkplace()
  const { accountId, may } = workplace
  const admin = useAdmin()
  const texts = useTexts(homeTexts)
  const keys = (environment: 'sandbox' | 'production') => ({
    params: { query: { account_id: accountId, environment, limit: 1 } },
  })
  const path = { account_id: accountId }
  const sandbox = admin.useQuery('get', '/admin/v1/keys', keys('sandbox'), { enabled: may('keys:read') })
  const production = admin.useQuery('get', '/admin/v1/keys', keys('production'), { enabled: may('keys:read') })
  const usage = admin.useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/usage',
    { params: { path, query: { environment: 'sandbox', limit: 1 } } },
    { enabled: may('usage:read') },
  )
  const webhooks = admin.useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/webhooks',
    { params: { path, query: { limit: 1 } } },
    { enabled: may('webhooks:read') },
  )
  const kyc = admin.useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/kyc',
    { params: { path } },
    { enabled: may('accounts:read') },
  )
  const wallet = admin.useQuery('get', '/admin/v1/accounts/{account_id}/wallets/{environment}', {
    params: { path: { ...path, environment: 'production' } },
  })
  const some = (query: { readonly data?: { readonly items: readonly object[] } | undefined }) =>
    query.data && query.data.items.length > 0
  const steps: readonly Step[] = [
    { name: 'key', to: '/keys', scope: 'keys:read', done: some(sandbox) },
    { name: 'call', to: '/try', scope: 'keys:write', done: some(usage) },
    { name: 'webhook', to: '/webhooks', scope: 'webhooks:read', done: some(webhooks) },
    {
      ...{ name: 'kyc', to: '/kyc', scope: 'accounts:read', done: kyc.data && kyc.data.state === 'approved' },
      ...(kyc.data?.state === 'submitted' && { hint: texts.inReview }),
    },
    {
      name: 'funds',
      to: '/wallet',
      environment: 'production',
      scope: 'funding:read',
      done: wallet.data && !isZero(wallet.data.balance),
    },
    { name: 'production', to: '/keys', environment: 'production', scope: 'keys:read', done: some(production) },
  ]
  // A portal link may leave out the page of a step.
  return steps.filter(({ scope, to }) => {
    const entry = entryOf(to)
    return may(scope) && entry !== null && hasPage(entry, workplace)
  })
}

/** What is still to do until the first call of production. When all is done it is not there. @param openOnly Done steps are not shown. */
export function Checklist({ openOnly }: { readonly openOnly: boolean }) {
  const texts = useTexts(homeTexts)
  const steps = useSteps()
  const known = steps.every(({ done }) => done !== undefined)
  const count = steps.filter(({ done }) => done).length
  if (known && count === steps.length) return null
  return (
    <Surface title={texts.steps} {...(known && { note: texts.done(count, steps.length) })}>
      {known ? (
        <ol className={classes.steps}>
          {steps
            .filter(({ done }) => !(openOnly && done))
            .map(({ name, to, environment, done, hint }) => (
              <li key={name}>
                <Link
                  to={to}
                  search={environment ? { environment } : {}}
                  className={classes.step}
                  data-done={done || undefined}
                >
                  <span className={classes.mark}>{done && <Icon name="check" size={14} />}</span>
                  <span className={classes.text}>
                    <span className={classes.name}>{texts.step[name].name}</span>
                    <VisuallyHidden>{done ? texts.completed : texts.open}</VisuallyHidden>
                    {!done && <div className={classes.hint}>{hint ?? texts.step[name].hint}</div>}
                  </span>
                  {!done && <Icon name="chevron" size={16} />}
                </Link>
              </li>
            ))}
        </ol>
      ) : (
        <RowsSkeleton rows={6} />
      )}
    </Surface>
  )
}
