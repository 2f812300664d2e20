import { Button, Stack, Text } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Status } from '../../parts/status.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { brandTexts } from './brand-texts.ts'

/** Something that may be a domain: before that nothing is asked. */
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** The record of the DNS that proves a domain, and whether it is there. */
export function HostProof({ host }: { readonly host: string }) {
  const texts = useTexts(brandTexts)
  const { accountId } = useWorkplace()
  const query = useAdmin().useQuery(
    'get',
    '/admin/v1/accounts/{account_id}/brand/proof',
    { params: { path: { account_id: accountId }, query: { host } } },
    { enabled: DOMAIN.test(host) },
  )
  if (!DOMAIN.test(host)) return null
  if (query.error) return <Refusal error={query.error} />
  if (!query.data) return null
  const { name, value, proven } = query.data
  return (
    <Stack gap="xs" w="100%">
      <div>
        <Status tone={proven ? 'good' : 'warn'}>{proven ? texts.proven : texts.unproven}</Status>
      </div>
      {!proven && (
        <>
          <Text fz="sm">{texts.proofText}</Text>
          <FactList
            facts={[
              [texts.recordName, <Copyable key="name" text={name} what={texts.recordName} />],
              [texts.recordValue, <Copyable key="value" text={value} what={texts.recordValue} />],
            ]}
          />
          <Button
            size="xs"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {texts.lookAgain}
          </Button>
        </>
      )}
    </Stack>
  )
}
