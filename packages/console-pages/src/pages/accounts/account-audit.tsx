import { useAdmin } from '../../api/console-api.tsx'
import { PAGED } from '../../api/paged.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AuditTable } from '../audit/audit-table.tsx'
import { auditTexts } from '../audit/audit-texts.ts'
import { useNamed } from '../audit/named.ts'
import { accountTexts } from './account-texts.ts'
import { RowsPart } from './rows-part.tsx'

/** The latest entries of the audit log about an account. */
export function AccountAudit() {
  const texts = useTexts(auditTexts)
  const { noEntries } = useTexts(accountTexts)
  const { accountId } = useWorkplace()
  const named = useNamed()
  const params = { query: { account_id: accountId, limit: 5 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/audit', { params }, PAGED)
  return (
    <RowsPart title={texts.title} query={query} empty={noEntries}>
      {(rows) => <AuditTable rows={rows} named={named} />}
    </RowsPart>
  )
}
