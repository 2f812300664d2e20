import type { Figure } from '../../api/rows.ts'
import { hourOf, shortDay } from '../../formats/moments.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { Bars, type Series } from '../../parts/bars.tsx'
import { useLanguage, useTexts } from '../../texts/language.tsx'
import { analyticsTexts } from './analytics-texts.ts'
import type { TimeFigure } from './figure-days.ts'
import { PARTS, partsOf } from './figure-parts.ts'

/** What the height of bars can be. */
export const METRICS = ['calls', 'spend', 'p95'] as const
/** What the height of bars is. */
export type Metric = (typeof METRICS)[number]

const TONES = { answered: 'good', noRecord: 'plain', refused: 'warn', failed: 'bad' } as const

/** Figures over time: calls by how they ended, or what was charged, or how long they took. @param times Days or hours. */
export function CallBars(props: {
  readonly times: readonly TimeFigure[]
  readonly hours: boolean
  readonly metric: Metric
  readonly label: string
}) {
  const { times, hours, metric, label } = props
  const texts = useTexts(analyticsTexts)
  const { language } = useLanguage()
  const series: readonly Series[] =
    metric === 'calls'
      ? PARTS.map((part) => ({ name: texts.parts[part], tone: TONES[part] }))
      : [{ name: texts[metric], tone: 'good' }]
  const tick = { calls: grouped, spend: (value: number) => rupees(`${value}`).replace('.00', ''), p95: texts.ms }
  const bars = times.map(({ time, figure }, at) => {
    const name = hours ? hourOf(time, language) : shortDay(`${time}T06:00:00Z`, language)
    const isLast = !hours && at === times.length - 1
    const { parts, said } = sizesOf(figure)[metric]
    return { label: isLast ? texts.today : name, parts, text: `${name}: ${said}` }
  })
  function sizesOf(figure: Figure | undefined): Readonly<Record<Metric, { parts: readonly number[]; said: string }>> {
    const parts = partsOf(figure)
    const ms = figure?.p95_latency_ms ?? 0
    const charged = figure?.charged ?? '0.00'
    return {
      calls: {
        parts: PARTS.map((part) => parts[part]),
        said: PARTS.map((part) => `${texts.parts[part]} ${grouped(parts[part])}`).join(', '),
      },
      // As a number it is only the height of a bar: what is read is the text of the server.
      spend: { parts: [Number(charged)], said: rupees(charged) },
      p95: { parts: [ms], said: texts.ms(ms) },
    }
  }
  return (
    <Bars
      bars={bars}
      series={series}
      tick={tick[metric]}
      label={`${label}. ${bars.map(({ text }) => text).join('; ')}`}
    />
  )
}
