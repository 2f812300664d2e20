import { Status, type Tone } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { usageTexts } from './usage-texts.ts'

/** The outcomes that a call can have, in the order of the filter. */
export const OUTCOMES = ['answer', 'none', 'failed', 'refused', 'replay'] as const
/** An outcome of a call. */
export type OutcomeName = (typeof OUTCOMES)[number]
/** An outcome by its name: the document says only that it is a text. */
export const outcomeOf = (name: string): OutcomeName => OUTCOMES.find((outcome) => outcome === name) ?? 'failed'

const TONES: Readonly<Record<OutcomeName, Tone>> = {
  answer: 'good',
  none: 'plain',
  failed: 'bad',
  refused: 'warn',
  replay: 'busy',
}

/** The outcome of a call, with the status of its response: `Refused · 422`. Its title says what it means. */
export function Outcome({ outcome, status }: { readonly outcome: string; readonly status?: number }) {
  const known = outcomeOf(outcome)
  const texts = useTexts(usageTexts)
  const name = texts.outcomes[known]
  return (
    <span title={texts.meanings[known]}>
      <Status tone={TONES[known]}>{status === undefined ? name : `${name} · ${status}`}</Status>
    </span>
  )
}
