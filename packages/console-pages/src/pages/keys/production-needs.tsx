import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../../api/console-api.tsx'
import { Icon } from '../../parts/icon.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { keyTexts } from './key-texts.ts'

/** What a production key still needs; where nothing is missing it is not there. */
export function ProductionNeeds() {
  const texts = useTexts(keyTexts)
  const { accountId, may } = useWorkplace()
  const kyc = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/kyc',
    { params: { path: { account_id: accountId } } },
    { enabled: may('accounts:read') },
  )
  if (!kyc.data || kyc.data.state === 'approved') return null
  return (
    <Alert color="orange" variant="outline" icon={<Icon name="shield" />} title={texts.needsTitle}>
      <Text fz="sm">{kyc.data.state === 'submitted' ? texts.waitsForKyc : texts.needsKyc}</Text>
      <Anchor fz="sm" renderRoot={(props) => <Link to="/kyc" {...props} />}>
        {texts.toKyc}
      </Anchor>
    </Alert>
  )
}
