import { hasAdminScope, type MailedPerson, type MailLanguage, type Scope } from '@parakh/core'
import type { AlertSection, QuietHours } from '../settings.ts'

/** What a person wants to be mailed about an account. */
export interface Choice {
  readonly isMailed: boolean
  /** Alerts that are left out. */
  readonly muted: readonly string[]
  readonly language: MailLanguage
  readonly quietHours: QuietHours | null
  /** Whether quiet hours hold for what is urgent too. */
  readonly isQuietForUrgent: boolean
}
/** What people have who chose nothing. */
export const defaultChoice = (
  { isToldByDefault }: Pick<MailedPerson, 'isToldByDefault'>,
  { language, quietHours }: Pick<AlertSection, 'language' | 'quietHours'>,
): Choice => ({
  ...{ isMailed: isToldByDefault, muted: [], language },
  ...{ quietHours: quietHours ?? null, isQuietForUrgent: false },
})

/** Whether a person may read an alert. */
export const mayRead = (
  { scopes }: Pick<MailedPerson, 'scopes'>,
  accountId: string | null,
  { scope, all }: { readonly scope: Scope; readonly all: readonly Scope[] },
): boolean => hasAdminScope({ scopes, accountId }, scope, all)

/** Whether a person wants an alert that it may read. */
export const wants = ({ isMailed, muted }: Choice, alert: string): boolean => isMailed && !muted.includes(alert)
