import { Box, Divider, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Kyc } from '../../api/rows.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { kycTexts } from '../kyc/kyc-texts.ts'
import { decisionTexts } from './decision-texts.ts'
import { workTexts } from './work-texts.ts'

type KycFile = Kyc['files'][number]
const KYC = '/admin/v1/accounts/{account_id}/kyc'
const KILOBYTE = 1_024
/** Begins the reference of an uploaded file. */
const UPLOADED = 'kycfile_'

/** The documents of an account, and the decision on them. @param name Of the account. @param onDone Gets what was done. */
export function KycDecision(props: {
  readonly accountId: string
  readonly name: string
  readonly onDone: (told: ReactNode) => void
}) {
  const { accountId, name, onDone } = props
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const { may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { account_id: accountId } }
  const query = admin.useQuery('get', KYC, { params })
  const telling = (told: string) => ({
    onSuccess: () => {
      void queries.invalidateQueries()
      onDone(told)
    },
  })
  const approve = admin.useMutation('post', `${KYC}/approve`, telling(done.kycApproved(name)))
  const reject = admin.useMutation('post', `${KYC}/reject`, telling(done.kycRejected(name)))
  return (
    <Loaded query={query}>
      {(kyc) => (
        <Stack gap="lg">
          <Submitted kyc={kyc} />
          {may('kyc:approve') && (
            <>
              <ActForm
                act={approve}
                label={texts.approve}
                text={done.approveKycText}
                onAct={() => approve.mutate({ params })}
              />
              <Divider />
              <ActForm
                danger
                act={reject}
                label={texts.reject}
                text={done.rejectKycText}
                reason="customer"
                onAct={(reason) => reject.mutate({ params, body: { reason } })}
              />
            </>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function Submitted({ kyc: { account_id, submitted_at, documents, files } }: { readonly kyc: Kyc }) {
  const texts = useTexts(workTexts)
  const done = useTexts(decisionTexts)
  const kyc = useTexts(kycTexts)
  const kinds: Readonly<Record<string, string>> = kyc.kinds
  const [error, setError] = useState<unknown>(null)
  const kept = documents.filter(({ reference }) => !files.some(({ file_id }) => file_id === reference))
  const columns: readonly Column<KycFile>[] = [
    { id: 'kind', heading: texts.documents, card: 'title', cell: ({ kind }) => kinds[kind] ?? kind },
    {
      ...{ id: 'name', heading: texts.file, card: 'note' },
      cell: ({ name, type, size_bytes }) => (
        <div>
          <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
            {`${name || type} (${kyc.sizeOf(size_bytes)})`}
          </Text>
          {size_bytes < KILOBYTE && (
            <Group gap={6} wrap="nowrap" align="flex-start" mt={2} c="light-dark(#8a5300, #f0b429)">
              <Box component="span" flex="none">
                <Icon name="warn" size={16} />
              </Box>
              <Text fz="xs" fw={600}>
                {done.smallFile}
              </Text>
            </Group>
          )}
        </div>
      ),
    },
    {
      ...{ id: 'download', heading: texts.download, quiet: true, align: 'end', card: 'end' },
      cell: ({ file_id, kind, name, type }) => (
        <DownloadButton
          file={{
            path: `/admin/v1/accounts/${encodeURIComponent(account_id)}/kyc/files/${encodeURIComponent(file_id)}`,
            name: name || `${kind}.${type.slice(type.indexOf('/') + 1)}`,
          }}
          text={texts.download}
          label={texts.downloadFile(name || kind)}
          onError={setError}
        />
      ),
    },
  ]
  return (
    <Stack gap="md">
      <FactList
        facts={[
          [texts.account, <AccountName key="account" accountId={account_id} />],
          ...(submitted_at ? ([[texts.since, <MomentText key="since" at={submitted_at} full />]] as const) : []),
          ...kept.map(
            ({ kind, reference }) =>
              [kinds[kind] ?? kind, reference.startsWith(UPLOADED) ? done.missingFile : reference] as const,
          ),
        ]}
      />
      {files.length > 0 && (
        <div>
          <DataTable label={texts.documents} columns={columns} rows={files} keyOf={({ file_id }) => file_id} />
          <Text fz="xs" c="dimmed" mt="xs">
            {texts.downloadNote}
          </Text>
          <Refusal error={error} />
        </div>
      )}
    </Stack>
  )
}
