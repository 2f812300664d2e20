import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { DayText, MomentText } from '../../parts/moment-text.tsx'
import { Status } from '../../parts/status.tsx'
import { canUsePasskeys } from '../../session/passkey.ts'
import { useTexts } from '../../texts/language.tsx'
import { Factor } from './factor.tsx'
import { type Passkey, usePasskeys, useRefreshMe } from './own.ts'
import { PasskeyDialog } from './passkey-dialog.tsx'
import { securityTexts } from './security-texts.ts'

/** The passkeys of the person who is signed in: made on this device, listed, removed. */
export function Passkeys() {
  const texts = useTexts(securityTexts)
  const query = usePasskeys()
  const [adds, setAdds] = useState(false)
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const add = canUsePasskeys() && (
    <Button size="xs" variant="default" onClick={() => setAdds(true)}>
      {texts.passkeyAdd}
    </Button>
  )
  const columns: readonly Column<Passkey>[] = [
    { id: 'name', heading: texts.passkeyName, card: 'title', cell: ({ name }) => name },
    { id: 'host', heading: texts.host, card: 'note', cell: ({ host }) => host },
    { id: 'made', heading: texts.made, card: 'hidden', cell: ({ created_at }) => <DayText at={created_at} /> },
    {
      id: 'used',
      heading: texts.used,
      card: 'state',
      cell: ({ used_at }) => (used_at === null ? texts.neverUsed : <MomentText at={used_at} />),
    },
    {
      id: 'remove',
      heading: texts.remove,
      quiet: true,
      align: 'end',
      card: 'end',
      cell: (passkey) => (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.removeLabel(passkey.name)}
          onClick={() => setRemoved(passkey)}
        >
          {texts.remove}
        </Button>
      ),
    },
  ]
  return (
    <>
      <Factor
        title={texts.passkeys}
        text={canUsePasskeys() ? texts.passkeysText : texts.cannotPasskeys}
        state={
          query.data && (
            <Status tone={query.data.length > 0 ? 'good' : 'plain'}>
              {query.data.length > 0 ? texts.appOn : texts.noPasskeys}
            </Status>
          )
        }
      >
        {add}
      </Factor>
      <Loaded query={query} skeleton={null}>
        {(rows) =>
          rows.length > 0 && (
            <DataTable label={texts.passkeys} columns={columns} rows={rows} keyOf={({ passkey_id }) => passkey_id} />
          )
        }
      </Loaded>
      {adds && <PasskeyDialog onClose={() => setAdds(false)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(null)} />}
    </>
  )
}

function RemoveDialog({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) {
  const texts = useTexts(securityTexts)
  const { send } = useApi()
  const refresh = useRefreshMe()
  const remove = useMutation({
    mutationFn: () => send('DELETE', `/admin/v1/me/passkeys/${encodeURIComponent(passkey.passkey_id)}`, {}),
    async onSuccess() {
      await refresh()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      danger
      {...{ title: texts.removeLabel(passkey.name), text: texts.passkeyRemoveText, confirm: texts.remove }}
      {...{ busy: remove.isPending, error: remove.error, onClose, onConfirm: () => remove.mutate() }}
    />
  )
}
