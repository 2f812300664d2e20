import type { Figure } from '../../api/rows.ts'
import { grouped, rupees } from '../../formats/rupees.ts'
import { Figures } from '../../parts/figures.tsx'
import { useTexts } from '../../texts/language.tsx'
import { analyticsTexts } from './analytics-texts.ts'
import { answeredRate, growth, partsOf, percent } from './figure-parts.ts'

/** The figures of the period, each with that of the period before. @param before Null: it had no calls. */
export function Totals(props: {
  readonly busy: boolean
  readonly now: Figure | undefined
  readonly before: Figure | null | undefined
}) {
  const texts = useTexts(analyticsTexts)
  const { busy, now, before } = props
  const figure = (
    label: string,
    { shown, size }: { readonly shown: (figure: Figure) => string | null; readonly size?: (figure: Figure) => number },
  ) => {
    const earlier = before && shown(before)
    const grown = now && before && size ? growth(size(now), size(before)) : null
    const note = before === undefined ? texts.unknown : (earlier ?? texts.nothing)
    return {
      label,
      value: (now && shown(now)) ?? texts.unknown,
      note: grown ? texts.changed(grown, note) : texts.before(note),
    }
  }
  const { failed, refused } = partsOf(now)
  return (
    <Figures
      busy={busy}
      figures={[
        figure(texts.calls, { shown: ({ calls }) => grouped(calls), size: ({ calls }) => calls }),
        {
          ...figure(texts.rate, { shown: (one) => percent(answeredRate(one)) }),
          ...(now && { note: texts.others(grouped(failed), grouped(refused)) }),
        },
        figure(texts.p95, {
          shown: ({ p95_latency_ms: ms }) => (ms === null ? null : texts.ms(ms)),
          size: ({ p95_latency_ms: ms }) => ms ?? 0,
        }),
        // Only the change in percent is of a number: amounts stay texts.
        figure(texts.spend, { shown: ({ charged }) => rupees(charged), size: ({ charged }) => Number(charged) }),
      ]}
    />
  )
}
