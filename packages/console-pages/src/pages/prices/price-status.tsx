import type { SetPrice } from '../../api/rows.ts'
import { Status, type Tone } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { priceTexts } from './price-texts.ts'

const TONES: Readonly<Record<SetPrice['status'], Tone>> = { 'in force': 'good', planned: 'busy', past: 'plain' }

/** Whether a price is in force. */
export function PriceStatus({ status }: Pick<SetPrice, 'status'>) {
  const { statuses } = useTexts(priceTexts)
  return <Status tone={TONES[status]}>{statuses[status]}</Status>
}
