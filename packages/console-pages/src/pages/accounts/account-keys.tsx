import { useAdmin } from '../../api/console-api.tsx'
import { PAGED } from '../../api/paged.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { KeyTable } from '../keys/key-table.tsx'
import { keyTexts } from '../keys/key-texts.ts'
import { accountTexts } from './account-texts.ts'
import { RowsPart } from './rows-part.tsx'

/** The keys of an account, revoked ones too. */
export function AccountKeys() {
  const texts = useTexts(keyTexts)
  const { noKeys } = useTexts(accountTexts)
  const { accountId, environment } = useWorkplace()
  const params = { query: { account_id: accountId, environment, limit: 5 } }
  const query = useAdmin().useInfiniteQuery('get', '/admin/v1/keys', { params }, PAGED)
  return (
    <RowsPart title={texts.titles[environment]} query={query} empty={noKeys}>
      {(rows) => <KeyTable rows={rows} onTask={null} mayPromote={false} />}
    </RowsPart>
  )
}
