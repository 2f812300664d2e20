import type { StandingAccount } from '../../api/rows.ts'
import { Status, type Tone } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { accountTexts } from './account-texts.ts'

const TONES: Readonly<Record<StandingAccount['status'], Tone>> = {
  active: 'good',
  suspended: 'warn',
  closed: 'plain',
}

/** Whether an account may call. */
export function AccountStatus({ status }: Pick<StandingAccount, 'status'>) {
  const texts = useTexts(accountTexts)
  return <Status tone={TONES[status]}>{texts.statuses[status]}</Status>
}
