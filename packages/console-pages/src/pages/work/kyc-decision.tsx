import { Divider, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAdmin } from '../../api/console-api.tsx'
import type { Kyc } from '../../api/rows.ts'
import { ActForm } from '../../parts/act-form.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { DownloadButton } from '../../parts/download-button.tsx'
import { FactList } from '../../parts/facts.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AccountName } from '../accounts/account-name.tsx'
import { kycTexts } from '../kyc/kyc-texts.ts'
import { workTexts } from './work-texts.ts'

type KycFile = Kyc['files'][number]
const KYC = '/admin/v1/accounts/{account_id}/kyc'

/** The documents of an account, and the decision on them. */
export function KycDecision({ accountId, onDone }: { readonly accountId: string; readonly onDone: () => void }) {
  const texts = useTexts(workTexts)
  const { may } = useWorkplace()
  const queries = useQueryClient()
  const admin = useAdmin()
  const params = { path: { account_id: accountId } }
  const query = admin.useQuery('get', KYC, { params })
  const onSuccess = () => {
    void queries.invalidateQueries()
    onDone()
  }
  const approve = admin.useMutation('post', `${KYC}/approve`, { onSuccess })
  const reject = admin.useMutation('post', `${KYC}/reject`, { onSuccess })
  return (
    <Loaded query={query}>
      {(kyc) => (
        <Stack gap="lg">
          <Submitted kyc={kyc} />
          {may('kyc:approve') && (
            <>
              <ActForm act={approve} label={texts.approve} onAct={() => approve.mutate({ params })} />
              <Divider />
              <ActForm
                danger
                act={reject}
                label={texts.reject}
                reason={texts.reasonKyc}
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
  const { kinds }: { readonly kinds: Readonly<Record<string, string>> } = useTexts(kycTexts)
  const [error, setError] = useState<unknown>(null)
  const kept = documents.filter(({ reference }) => !files.some(({ file_id }) => file_id === reference))
  const columns: readonly Column<KycFile>[] = [
    { id: 'kind', heading: texts.documents, card: 'title', cell: ({ kind }) => kinds[kind] ?? kind },
    {
      ...{ id: 'name', heading: texts.file, card: 'note' },
      cell: ({ name, type }) => (
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {name || type}
        </Text>
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
          ...kept.map(({ kind, reference }) => [kinds[kind] ?? kind, reference] as const),
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
