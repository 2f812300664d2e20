import type { SuspenseItem } from '../../api/rows.ts'
import { rupees } from '../../formats/rupees.ts'
import { useTexts } from '../../texts/language.tsx'
import { decisionTexts } from './decision-texts.ts'
import { workTexts } from './work-texts.ts'

/** Whether a suspense item is a gateway's event, which cannot be assigned: its own id stands in place of a payment's. */
export const isEventItem = ({ payment_id }: SuspenseItem): boolean => payment_id.startsWith('event/')

/** The amount of a suspense item, in its currency; a dash if its event names none. */
export function suspenseAmount({ amount, currency }: SuspenseItem): string {
  if (currency === 'XXX') return '–'
  return currency === 'INR' ? rupees(amount) : `${amount} ${currency}`
}

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
