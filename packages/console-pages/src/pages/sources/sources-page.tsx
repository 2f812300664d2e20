import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Source } from '../../api/rows.ts'
import { moment } from '../../formats/moments.ts'
import { grouped } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { SourceDetail } from './source-detail.tsx'
import { sourcesTexts } from './sources-texts.ts'

const ASK_MS = 15_000
const TONES: Readonly<Record<Source['circuit'], Tone>> = { closed: 'good', open: 'bad', 'half-open': 'warn' }

/** The live sources: whom calls ask, how that goes, and a test of each. */
export function SourcesPage() {
  const texts = useTexts(sourcesTexts)
  const { language } = useLanguage()
  const [opened, setOpened] = useState<string | null>(null)
  const query = useAdmin().useQuery('get', '/admin/v1/sources', {}, { refetchInterval: ASK_MS })
  const rows = query.data?.items ?? []
  const open = rows.find(({ source }) => source === opened)
  return (
    <Page title={texts.title} description={texts.description}>
      <Surface flush>
        <Loaded query={query} skeleton={<RowsSkeleton rows={4} />}>
          {({ items }) => <Sources rows={items} onOpen={({ source }) => setOpened(source)} />}
        </Loaded>
      </Surface>
      <Text fz="xs" c="dimmed" mt="sm" mih="1.6em">
        {query.data && texts.counted(moment(query.data.since, language))}
      </Text>
      <SidePanel title={open?.source ?? ''} opened={open !== undefined} onClose={() => setOpened(null)}>
        {open && <SourceDetail key={open.source} source={open} all={rows} />}
      </SidePanel>
    </Page>
  )
}

function Sources({ rows, onOpen }: { readonly rows: readonly Source[]; readonly onOpen: (row: Source) => void }) {
  const texts = useTexts(sourcesTexts)
  const failed = ({ failures }: Source): number => Object.values(failures).reduce((sum, count) => sum + count, 0)
  const columns: readonly Column<Source>[] = [
    {
      ...{ id: 'source', heading: texts.source, card: 'title' },
      cell: ({ source }) => (
        <Text fz="sm" fw={550}>
          {source}
        </Text>
      ),
    },
    { id: 'place', heading: texts.place, cell: ({ position }) => grouped(position) },
    { id: 'kind', heading: texts.kind, cell: ({ kind }) => texts.kinds[kind] },
    {
      ...{ id: 'circuit', heading: texts.circuit, card: 'state' },
      cell: ({ circuit }) => <Status tone={TONES[circuit]}>{texts.circuits[circuit]}</Status>,
    },
    {
      ...{ id: 'trouble', heading: texts.lastTrouble, card: 'note' },
      cell: ({ last_trouble: trouble }) =>
        trouble ? (
          <>
            {texts.reasons[trouble.failure]}, <MomentText at={trouble.at} />
          </>
        ) : (
          texts.noTrouble
        ),
    },
    { id: 'answers', heading: texts.successes, align: 'end', cell: ({ successes }) => grouped(successes) },
    { id: 'failures', heading: texts.failures, align: 'end', cell: (source) => grouped(failed(source)) },
  ]
  if (rows.length === 0) return <Empty icon="plug" title={texts.none} text={texts.noneText} />
  return <DataTable label={texts.title} columns={columns} rows={rows} keyOf={({ source }) => source} onOpen={onOpen} />
}
