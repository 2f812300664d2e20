import type { Funding } from '../../api/rows.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { partTexts } from '../../parts/part-texts.ts'
import { shellTexts } from '../../shell/shell-texts.ts'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { useLegalName } from '../accounts/legal-name.ts'
import { useNamed } from '../audit/named.ts'
import { topUpTexts } from '../wallet/top-up-texts.ts'
import { workTexts } from './work-texts.ts'

/** A funding as operators see it, beneath its amount: by whom, and who has approved it. */
export function FundingFacts({ funding }: { readonly funding: Funding }) {
  const texts = useTexts(workTexts)
  const topUp = useTexts(topUpTexts)
  const parts = useTexts(partTexts)
  const shell = useTexts(shellTexts)
  const named = useNamed()
  const { account_id, environment, method, rail, utr, reference, reason, approved_by, created_by } = funding
  const legalName = useLegalName(account_id)
  const approvals = (approved_by ?? []).map(({ actor }) => named.actor(actor)).join(', ')
  const copied = (label: string, text: string | null) =>
    text === null ? [] : [[label, <Copyable key={label} text={text} what={label} />] as const]
  return (
    <FactList
      facts={[
        [texts.method, rail === null ? topUp.methods[method] : topUp.rails[rail]],
        ...copied(topUp.utr, utr),
        ...copied(topUp.reference, reference),
        ...copied(topUp.gatewayPayment, funding.payment_id),
        [texts.account, <AccountName key="account" accountId={account_id} />],
        ...(legalName === null ? [] : [[texts.legalName, legalName] as const]),
        [texts.environment, shell[environment]],
        [texts.since, <MomentText key="since" at={funding.created_at} full />],
        ...(created_by === null ? [] : [[texts.by, named.actor(created_by)] as const]),
        [texts.approvedBy, approvals || texts.none],
        ...(reason === null ? [] : [[parts.reason, reason] as const]),
      ]}
    />
  )
}
