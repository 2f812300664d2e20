import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import { PAGED } from '../../api/paged.ts'
import type { UsageRow } from '../../api/rows.ts'
import { SidePanel } from '../../parts/side-panel.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { FoundCallDetail } from '../calls/found-call-detail.tsx'
import { UsageTable } from '../usage/usage-table.tsx'
import { accountTexts } from './account-texts.ts'
import { RowsPart } from './rows-part.tsx'

/** The latest calls of an account, each of which tells what happened to its money. @param name Of the account. */
export function AccountCalls({ name }: { readonly name: string }) {
  const texts = useTexts(accountTexts)
  const { accountId, environment } = useWorkplace()
  const [open, setOpen] = useState<UsageRow | null>(null)
  const params = { path: { account_id: accountId }, query: { environment, limit: 5 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/accounts/{account_id}/usage', { params }, PAGED)
  return (
    <RowsPart title={texts.calls} query={query} empty={texts.noCalls}>
      {(rows) => (
        <>
          <UsageTable requestIds rows={rows} onOpen={setOpen} />
          <SidePanel title={open?.endpoint ?? ''} opened={open !== null} onClose={() => setOpen(null)}>
            {open && <FoundCallDetail call={{ ...open, account_id: accountId, account_name: name }} />}
          </SidePanel>
        </>
      )}
    </RowsPart>
  )
}
