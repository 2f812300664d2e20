import { isBelow, rupees } from '../../formats/rupees.ts'
import { useTexts } from '../../texts/language.tsx'
import { workTexts } from './work-texts.ts'

/** How many operators must approve an amount, where two do above a limit, as a sentence. */
export function useApprovalsNeeded(): (amount: string, limit: string) => string {
  const { oneApproves, twoApprove } = useTexts(workTexts)
  return (amount, limit) => (isBelow(limit, amount) ? twoApprove : oneApproves)(rupees(limit))
}
