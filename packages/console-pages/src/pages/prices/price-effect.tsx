import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useAdmin } from '../../api/console-api.tsx'
import { grouped, minusExact, rupees } from '../../formats/rupees.ts'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import type { PriceScope } from './price-scope.ts'
import { priceTexts } from './price-texts.ts'

/** While somebody types nothing is asked, in milliseconds. */
const TYPING_MS = 300

/** What a price would change, before it is set: in its scope now, and on the charged calls of last month. */
export function PriceEffect(props: { readonly scope: PriceScope; readonly fromCalls: number; readonly price: string }) {
  const texts = useTexts(priceTexts)
  const [asked] = useDebouncedValue({ ...props.scope, from_calls: props.fromCalls, price: props.price }, TYPING_MS)
  const query = useAdmin().useQuery('post', '/admin/v1/quotes/simulations', { body: { prices: [asked] } })
  if (query.error) return <Refusal error={query.error} />
  const [tried] = query.data?.prices ?? []
  if (!query.data || !tried) return null
  const { total, endpoints } = query.data
  const { changed_calls = 0, changed_accounts = 0 } =
    endpoints.find(({ endpoint }) => endpoint === asked.endpoint) ?? {}
  const fact = (label: string, value: string | null): readonly (readonly [string, string])[] =>
    value === null ? [] : [[label, value]]
  const difference = minusExact(total.after.revenue, total.before.revenue)
  return (
    <section aria-label={texts.effect}>
      <FactList
        facts={[
          [
            texts.effect,
            texts.effectOf(tried.current === null ? texts.computed : rupees(tried.current), rupees(tried.price)),
          ],
          ...fact(texts.commission, tried.commission && rupees(tried.commission)),
          ...fact(texts.cost, tried.cost && rupees(tried.cost)),
          ...fact(texts.floor, tried.floor && rupees(tried.floor)),
          ...(tried.counted
            ? ([
                [texts.lastMonth, texts.changed(grouped(changed_calls), grouped(changed_accounts))],
                [texts.charged, texts.effectOf(rupees(total.before.revenue), rupees(total.after.revenue))],
                [texts.difference, difference.startsWith('-') ? rupees(difference) : `+${rupees(difference)}`],
              ] as const)
            : []),
        ]}
      />
      <Text fz="xs" c="dimmed">
        {tried.counted ? texts.effectNote : texts.notCounted}
      </Text>
    </section>
  )
}
