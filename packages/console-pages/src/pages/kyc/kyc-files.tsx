import { Button, Text } from '@mantine/core'
import { useAdmin } from '../../api/console-api.tsx'
import type { Kyc } from '../../api/rows.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { MomentText } from '../../parts/moment-text.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { kycTexts } from './kyc-texts.ts'

type KycFile = Kyc['files'][number]

/** The uploaded files of an account. @param onDiscarded Absent: none can be removed. */
export function KycFiles(props: { readonly files: readonly KycFile[]; readonly onDiscarded?: () => unknown }) {
  const { files, onDiscarded } = props
  const texts = useTexts(kycTexts)
  const kinds: Readonly<Record<string, string>> = texts.kinds
  const { accountId } = useWorkplace()
  const discard = useAdmin().useMutation('delete', '/admin/v1/accounts/{account_id}/kyc/files/{file_id}', {
    onSuccess: () => onDiscarded?.(),
  })
  const columns: readonly Column<KycFile>[] = [
    { id: 'kind', heading: texts.kind, card: 'title', cell: ({ kind }) => kinds[kind] ?? kind },
    {
      id: 'name',
      heading: texts.file,
      card: 'note',
      cell: ({ name, type }) => (
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {name || type}
        </Text>
      ),
    },
    {
      id: 'size',
      heading: texts.size,
      card: 'hidden',
      align: 'end',
      cell: ({ size_bytes }) => texts.sizeOf(size_bytes),
    },
    { id: 'at', heading: texts.uploadedAt, card: 'hidden', cell: ({ uploaded_at }) => <MomentText at={uploaded_at} /> },
    { id: 'state', heading: texts.state, card: 'state', cell: ({ state }) => texts.fileStates[state] },
    ...(onDiscarded
      ? [
          {
            ...{ id: 'remove', heading: texts.remove, quiet: true },
            cell: ({ file_id, name, kind }: KycFile) => (
              <Button
                variant="default"
                size="xs"
                px={8}
                aria-label={`${texts.remove}: ${name || kind}`}
                loading={discard.isPending && discard.variables.params.path.file_id === file_id}
                onClick={() => discard.mutate({ params: { path: { account_id: accountId, file_id } } })}
              >
                <Icon name="cross" size={14} />
              </Button>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <DataTable label={texts.documents} columns={columns} rows={files} keyOf={({ file_id }) => file_id} />
      <Refusal error={discard.error} />
    </>
  )
}
