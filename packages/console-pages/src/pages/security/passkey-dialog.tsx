import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApi } from '../../api/console-api.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { makePasskey } from '../../session/passkey.ts'
import { useTexts } from '../../texts/language.tsx'
import { agentName } from './agent-name.ts'
import { useRefreshMe } from './own.ts'
import { securityTexts } from './security-texts.ts'

/** Makes a passkey on this device. */
export function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(securityTexts)
  const { send } = useApi()
  const refresh = useRefreshMe()
  const [name, setName] = useState(() => agentName(navigator.userAgent))
  const add = useMutation({
    async mutationFn() {
      const { options } = await send<{ options: PublicKeyCredentialCreationOptionsJSON }>(
        ...(['POST', '/console/passkeys/options', {}] as const),
      )
      const response = await makePasskey(options)
      if (!response) throw new ApiError({ code: 'PASSKEY_DECLINED', message: texts.passkeyFailed })
      await send('POST', '/console/passkeys', { response, ...(name.trim() && { name: name.trim() }) })
    },
    async onSuccess() {
      await refresh()
      onClose()
    },
  })
  return (
    <ConfirmDialog
      {...{ title: texts.passkeyAdd, text: texts.passkeyAddText, confirm: texts.passkeyMake }}
      {...{ busy: add.isPending, error: add.error, onClose, onConfirm: () => add.mutate() }}
    >
      <TextInput
        label={texts.passkeyName}
        description={texts.passkeyNameHint}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={80}
        data-autofocus
      />
    </ConfirmDialog>
  )
}
