import { Paper, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useAdmin } from '../../api/console-api.tsx'
import type { Simulation } from '../../api/rows.ts'
import { minusExact, rupees, signedRupees } from '../../formats/rupees.ts'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { PriceScope } from './price-scope.ts'
import { priceTexts } from './price-texts.ts'

/** While somebody types nothing is asked, in milliseconds. */
const TYPING_MS = 300
/** A figure that is not known, or not yet: each has its line from the start, so that nothing below moves. */
const UNKNOWN = '—'

/** What a price would change, before it is set: in its scope now, and on the charged calls of last month. Null: not chosen yet. */
export function PriceEffect(props: {
  readonly scope: PriceScope | null
  readonly fromCalls: number
  readonly price: string | null
}) {
  const { scope, fromCalls, price } = props
  const texts = useTexts(priceTexts)
  const wanted = scope && price !== null ? { ...scope, from_calls: fromCalls, price } : null
  const [asked] = useDebouncedValue(wanted, TYPING_MS)
  const body = { prices: asked ? [asked] : [] }
  const options = { enabled: asked !== null, placeholderData: keepPreviousData }
  const query = useAdmin().useQuery('post', '/admin/v1/quotes/simulations', { body }, options)
  const isOld = query.isPlaceholderData || JSON.stringify(asked) !== JSON.stringify(wanted)
  const isCounted = query.data?.prices[0]?.counted !== false
  return (
    <Paper withBorder component="section" aria-label={texts.effect} aria-live="polite" bg="transparent" p="sm">
      <Title order={3} fz="sm" mb={4}>
        {texts.effect}
      </Title>
      {wanted && query.error ? (
        <Refusal error={query.error} />
      ) : (
        <>
          <div style={{ opacity: wanted && isOld ? 0.5 : 1 }}>
            <EffectFacts simulation={wanted ? query.data : undefined} />
          </div>
          <Text fz="xs" c="dimmed">
            {isCounted ? texts.effectNote : texts.notCounted}
          </Text>
        </>
      )}
    </Paper>
  )
}

function EffectFacts({ simulation }: { readonly simulation: Simulation | undefined }) {
  const texts = useTexts(priceTexts)
  const { membership } = useWorkplace()
  const [tried] = simulation?.prices ?? []
  const line = simulation?.endpoints.find(({ endpoint }) => endpoint === tried?.endpoint)
  const [before, after] = [line?.before.revenue ?? '0.00', line?.after.revenue ?? '0.00']
  const known = (amount: string | null | undefined): string => (amount ? rupees(amount) : UNKNOWN)
  // Costs and floors are told to operators alone.
  const ofOperators = [
    [texts.commission, known(tried?.commission)],
    [texts.cost, known(tried?.cost)],
    [texts.floor, known(tried?.floor)],
  ] as const
  const ofMonth = [
    [texts.lastMonth, texts.changed(line?.changed_calls ?? 0, line?.changed_accounts ?? 0)],
    [texts.charged, texts.effectOf(rupees(before), rupees(after))],
    [texts.difference, <strong key="sum">{signedRupees(minusExact(after, before))}</strong>],
  ] as const
  return (
    <FactList
      facts={[
        [
          texts.price,
          tried
            ? texts.effectOf(tried.current === null ? texts.computed : rupees(tried.current), rupees(tried.price))
            : UNKNOWN,
        ],
        ...(membership.account_id === null ? ofOperators : []),
        ...(tried?.counted ? ofMonth : ofMonth.map(([label]) => [label, UNKNOWN] as const)),
      ]}
    />
  )
}
