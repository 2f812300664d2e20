import { useAdmin } from '../../api/console-api.tsx'
import type { System } from '../../api/rows.ts'
import { moment } from '../../formats/moments.ts'
import { grouped } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Figures } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { StoppedMoney } from './stopped-money.tsx'
import { systemTexts } from './system-texts.ts'

const ASK_MS = 15_000
type DueJobs = System['jobs'][number]

/** How the system stands. */
export function SystemPage() {
  const texts = useTexts(systemTexts)
  const query = useAdmin().useQuery('get', '/admin/v1/system', {}, { refetchInterval: ASK_MS })
  return (
    <Page title={texts.title} description={texts.description}>
      <Loaded query={query}>{(system) => <Standing system={system} />}</Loaded>
    </Page>
  )
}

function Standing({ system: { money, ledger, events, jobs, wallet_tasks } }: { readonly system: System }) {
  const texts = useTexts(systemTexts)
  const { language } = useLanguage()
  const since = (at: string | null) => at && texts.since(moment(at, language))
  return (
    <>
      {money.mode !== 'on' && <StoppedMoney money={money} />}
      <Figures
        busy={false}
        figures={[
          {
            ...{ label: texts.money, value: texts.moneyModes[money.mode] },
            note: money.mode !== 'on' && since(money.since),
          },
          {
            label: texts.ledger,
            value: ledger === null ? texts.notClosed : grouped(ledger.closed_periods),
            note: ledger && texts.until(moment(ledger.closed_until, language)),
          },
          { label: texts.events, value: events.oldest_at === null ? texts.none : since(events.oldest_at) },
          {
            label: texts.tasks,
            value: wallet_tasks.open === 0 ? texts.none : grouped(wallet_tasks.open),
            note: since(wallet_tasks.oldest_at),
          },
        ]}
      />
      <Jobs rows={jobs} />
    </>
  )
}

function Jobs({ rows }: { readonly rows: readonly DueJobs[] }) {
  const texts = useTexts(systemTexts)
  const columns: readonly Column<DueJobs>[] = [
    { id: 'job', heading: texts.job, card: 'title', cell: ({ name }) => name },
    { id: 'due', heading: texts.due, align: 'end', card: 'end', cell: ({ due }) => grouped(due) },
    { id: 'oldest', heading: texts.oldest, card: 'note', cell: ({ oldest_at }) => <MomentText at={oldest_at} /> },
  ]
  return (
    <Surface title={texts.jobs} flush>
      {rows.length === 0 ? (
        <Empty icon="check" title={texts.noJobs} text={texts.noJobsText} />
      ) : (
        <DataTable label={texts.jobs} columns={columns} rows={rows} keyOf={({ name }) => name} />
      )}
    </Surface>
  )
}
