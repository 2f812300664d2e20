import { Box, Stack, Text } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import type { Kyc } from '../../api/rows.ts'
import { FactList } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { Page } from '../../parts/page.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { KycFiles } from './kyc-files.tsx'
import { KycForm } from './kyc-form.tsx'
import { kycTexts } from './kyc-texts.ts'

const TONES: Readonly<Record<Kyc['state'], Tone>> = {
  pending: 'plain',
  submitted: 'busy',
  approved: 'good',
  rejected: 'bad',
}

/** Begins the reference of an uploaded file. */
const UPLOADED = 'kycfile_'

/** Where the verification of an account is, and its documents. */
export function KycPage() {
  const texts = useTexts(kycTexts)
  const { accountId } = useWorkplace()
  const query = useAdmin().useQuery('get', '/admin/v1/accounts/{account_id}/kyc', {
    params: { path: { account_id: accountId } },
  })
  return (
    <Page title={texts.title} description={texts.description}>
      <Box maw={720}>
        <Surface>
          <Loaded query={query}>{(kyc) => <State kyc={kyc} />}</Loaded>
        </Surface>
      </Box>
    </Page>
  )
}

function State({ kyc }: { readonly kyc: Kyc }) {
  const texts = useTexts(kycTexts)
  const { may } = useWorkplace()
  const { state, reason, submitted_at, decided_at, documents, files } = kyc
  const isOpen = state !== 'approved' && state !== 'submitted' && may('accounts:write')
  // Where a document is kept is nothing to show: its name is.
  const shownReference = (reference: string) =>
    reference.startsWith(UPLOADED) ? texts.erased : reference.slice(reference.lastIndexOf('/') + 1)
  const kinds: Readonly<Record<string, string>> = texts.kinds
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        <div>
          <Status tone={TONES[state]}>{texts.states[state]}</Status>
        </div>
        <Text fz="sm">{texts.about[state]}</Text>
      </Stack>
      {(documents.length > 0 || reason) && (
        <FactList
          facts={[
            ...(reason ? ([[texts.reason, reason]] as const) : []),
            ...(submitted_at
              ? ([[texts.submittedAt, <MomentText key="submitted" at={submitted_at} full />]] as const)
              : []),
            ...(decided_at ? ([[texts.decidedAt, <MomentText key="decided" at={decided_at} full />]] as const) : []),
            ...documents
              .filter(({ reference }) => !files.some(({ file_id }) => file_id === reference))
              .map(({ kind, reference }) => [kinds[kind] ?? kind, shownReference(reference)] as const),
          ]}
        />
      )}
      {isOpen ? <KycForm kyc={kyc} /> : files.length > 0 && <KycFiles files={files} />}
    </Stack>
  )
}
