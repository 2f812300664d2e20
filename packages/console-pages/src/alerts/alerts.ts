import { useAdmin } from '../api/console-api.tsx'
import type { Alert } from '../api/rows.ts'
import { day } from '../formats/moments.ts'
import { grouped, rupees } from '../formats/rupees.ts'
import { useWorkplace } from '../session/workplace.tsx'
import { entryOf, hasPage } from '../shell/menu.ts'
import { useLanguage, useTexts } from '../texts/language.tsx'
import { type AlertParams, alertTexts } from './alert-texts.ts'
import { pathOfQueue, useQueueNames } from './queue-names.ts'

/** How often it is asked what needs an act while the page is visible, in milliseconds. */
const ASK_MS = 60_000

/** An alert as it is shown. */
export interface ShownAlert extends Pick<Alert, 'severity' | 'since' | 'environment'> {
  readonly key: string
  readonly sentence: string
  /** Where one acts; null: on no page of the console. */
  readonly path: string | null
}

const pathOf = ({ alert, page, waiting }: Alert): string | null =>
  (waiting === null ? null : pathOfQueue(alert)) ?? (page === null ? null : `/${page === 'home' ? '' : page}`)

/** What needs an act: of the account, or for operators of the server. One query for all that show it. */
export function useAlerts() {
  const workplace = useWorkplace()
  const { membership, session, may } = workplace
  const { account_id } = membership
  const sentenceOf = useSentences()
  const enabled = session.needs === null && may('alerts:read')
  const query = useAdmin().useQuery(
    'get',
    '/admin/v1/alerts',
    { params: { query: account_id === null ? {} : { account_id } } },
    { enabled, refetchInterval: ASK_MS },
  )
  const alerts = query.data?.items.flatMap((alert): ShownAlert[] => {
    const { subject, severity, since, environment } = alert
    const path = pathOf(alert)
    const entry = path === null ? null : entryOf(path)
    // A portal link may leave the page out: then somebody else acts.
    if (entry && !hasPage(entry, workplace)) return []
    const key = `${alert.alert} ${environment} ${subject}`
    return [{ key, severity, since, environment, sentence: sentenceOf(alert), path: entry && path }]
  })
  return { query, enabled, alerts, isWhole: query.data?.not_read.length === 0 }
}

/** The sentence of an alert. One that the console does not know has the title that its plugin gives. */
function useSentences(): (alert: Alert) => string {
  const { language } = useLanguage()
  const known: Readonly<Record<string, (params: AlertParams) => string>> = useTexts(alertTexts).sentences
  const queueName = useQueueNames()
  return ({ alert, title, severity, params, waiting }) => {
    if (waiting !== null) return `${queueName({ queue: alert, title })}: ${grouped(waiting)}`
    const text = (name: string): string => params[name] ?? ''
    return (
      known[alert]?.({
        ...{ now: severity === 'now', text, has: (name) => params[name] !== undefined },
        amount: (name) => rupees(text(name)),
        day: (name) => day(text(name), language),
      }) ?? title
    )
  }
}
