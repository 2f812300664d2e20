import { Stack, Text, Title } from '@mantine/core'
import type { Simulation } from '../../api/rows.ts'
import { grouped, minusExact, rupees, signedRupees } from '../../formats/rupees.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from '../accounts/account-texts.ts'
import { simulationTexts } from './simulation-texts.ts'

type Sums = Simulation['total']['before']
type Line = Simulation['endpoints'][number]
interface Compared {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** What remains to who asks: the margin of operators, else its own commission. */
const rest = ({ margin, own }: Sums): string => margin ?? own

/** What changes, by level and by endpoint. */
export function SimulationResult({ simulation }: { readonly simulation: Simulation }) {
  const texts = useTexts(simulationTexts)
  const { roles } = useTexts(accountTexts)
  const { membership } = useWorkplace()
  const { total, endpoints, accounts } = simulation
  if (total.calls === 0) return <Empty icon="chart" title={texts.none} text={texts.noneText} />
  const { before, after } = total
  const row = (name: string, of: (sums: Sums) => string | null): readonly Compared[] => {
    const [was, is] = [of(before), of(after)]
    return was === null || is === null ? [] : [{ name, before: was, after: is }]
  }
  const isOperator = before.margin !== null
  const rows = [
    ...row(texts.revenue, ({ revenue }) => revenue),
    // A reseller's own share has a line of its own.
    ...before.commission.flatMap(({ role }) =>
      role === membership.account_role
        ? []
        : row(roles[role], ({ commission }) => commission.find((one) => one.role === role)?.amount ?? '0.00'),
    ),
    ...(isOperator ? [] : row(texts.own, ({ own }) => own)),
    ...row(texts.platform, ({ platform }) => platform),
    ...row(texts.cost, ({ cost }) => cost),
    ...row(texts.margin, ({ margin }) => margin),
  ]
  const change = ({ before: was, after: is }: Compared) => signedRupees(minusExact(is, was))
  const columns: readonly Column<Compared>[] = [
    { id: 'level', heading: texts.level, card: 'title', cell: ({ name }) => name },
    { id: 'before', heading: texts.before, align: 'end', cell: (one) => rupees(one.before) },
    {
      id: 'after',
      heading: texts.after,
      align: 'end',
      card: 'end',
      cell: (one) => <strong>{rupees(one.after)}</strong>,
    },
    { id: 'change', heading: texts.change, align: 'end', cell: change },
  ]
  const restName = isOperator ? texts.margin : texts.own
  const lines: readonly Column<Line>[] = [
    { id: 'endpoint', heading: texts.endpoint, card: 'title', cell: ({ endpoint }) => endpoint },
    { id: 'calls', heading: texts.calls, align: 'end', cell: ({ calls }) => grouped(calls) },
    { id: 'revenue', heading: texts.revenue, align: 'end', cell: (line) => rupees(line.after.revenue) },
    { id: 'before', heading: texts.restBefore(restName), align: 'end', cell: (line) => rupees(rest(line.before)) },
    {
      ...{ id: 'after', heading: texts.restAfter(restName), align: 'end', card: 'end' },
      cell: (line) => <strong>{rupees(rest(line.after))}</strong>,
    },
  ]
  return (
    <Stack gap="md">
      <Text fz="sm" role="status">
        {texts.result(total.calls, accounts)}
      </Text>
      <Stack gap="xs">
        <Title order={3} fz="sm">
          {texts.byLevel}
        </Title>
        <DataTable label={texts.byLevel} columns={columns} rows={rows} keyOf={({ name }) => name} />
      </Stack>
      <Stack gap="xs">
        <Title order={3} fz="sm">
          {texts.byEndpoint}
        </Title>
        <DataTable label={texts.byEndpoint} columns={lines} rows={endpoints} keyOf={({ endpoint }) => endpoint} />
      </Stack>
    </Stack>
  )
}
