import type { SuspenseItem } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { useTexts } from '../../texts/language.tsx'
import { decisionTexts } from './decision-texts.ts'
import { workTexts } from './work-texts.ts'

/** The amount of a payment in suspense, in its currency. */
export const suspenseAmount = ({ amount, currency }: SuspenseItem): string =>
  currency === 'INR' ? rupees(amount) : `${amount} ${currency}`

/** How a payment was made, as far as its gateway tells. */
export function usePaymentMethod(): (method: string | null) => string | null {
  const words: Readonly<Record<string, string>> = useTexts(decisionTexts).paymentMethods
  return (method) => (method === null ? null : (words[method] ?? method))
}

/** Why a payment fits no order. */
export function useSuspenseReason(): (item: Pick<SuspenseItem, 'reason' | 'reference'>) => string {
  const { suspenseReasons } = useTexts(workTexts)
  const reasons: Readonly<Record<string, string>> = suspenseReasons
  return ({ reason, reference }) =>
    reason === 'unknown_order' && reference === null ? suspenseReasons.no_order : (reasons[reason] ?? reason)
}
