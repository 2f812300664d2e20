import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { save } from '../../api/download.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { Status } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Factor } from './factor.tsx'
import { type Me, useRefreshMe } from './own.ts'
import { securityTexts } from './security-texts.ts'
import { TotpDialog } from './totp-dialog.tsx'

type Task = 'set-up' | 'remove' | 'codes'

/** The authenticator app of the person who is signed in, and its recovery codes. */
export function Authenticator({ me }: { readonly me: Me }) {
  const texts = useTexts(securityTexts)
  const { send } = useApi()
  const refresh = useRefreshMe()
  const [task, setTask] = useState<Task | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setTask(null)
  const show = (made: readonly string[]) => {
    close()
    setCodes(made)
  }
  const remove = useMutation({
    mutationFn: () => send('DELETE', '/admin/v1/me/totp', {}),
    async onSuccess() {
      await refresh()
      close()
    },
  })
  const make = useMutation({
    mutationFn: () => send<{ recovery_codes: readonly string[] }>('POST', '/admin/v1/me/recovery-codes', {}),
    onSuccess: ({ recovery_codes }) => show(recovery_codes),
  })
  const { totp, recovery_codes_left: left } = me.factors
  return (
    <>
      <Factor
        title={texts.app}
        text={texts.appText}
        state={<Status tone={totp ? 'good' : 'plain'}>{totp ? texts.appOn : texts.appOff}</Status>}
      >
        {totp ? (
          <Button variant="default" size="xs" onClick={() => setTask('remove')}>
            {texts.appRemove}
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={() => setTask('set-up')}>
            {texts.setUp}
          </Button>
        )}
      </Factor>
      {totp && (
        <Factor
          title={texts.codes}
          text={texts.codesText}
          state={<Status tone={left < 3 ? 'warn' : 'plain'}>{texts.codesLeft(left)}</Status>}
        >
          <Button variant="default" size="xs" onClick={() => setTask('codes')}>
            {texts.codesNew}
          </Button>
        </Factor>
      )}
      {task === 'set-up' && <TotpDialog onClose={close} onDone={show} />}
      {task === 'remove' && (
        <ConfirmDialog
          danger
          {...{ title: texts.appRemoveTitle, text: texts.appRemoveText, confirm: texts.appRemove }}
          {...{ busy: remove.isPending, error: remove.error, onClose: close, onConfirm: () => remove.mutate() }}
        />
      )}
      {task === 'codes' && (
        <ConfirmDialog
          {...{ title: texts.codesNew, text: texts.codesNewText, confirm: texts.codesNew }}
          {...{ busy: make.isPending, error: make.error, onClose: close, onConfirm: () => make.mutate() }}
        />
      )}
      {codes && (
        <SecretDialog
          title={texts.codesTitle}
          lines={[[texts.codes, codes.join('\n')]]}
          note={<Download codes={codes} />}
          onClose={() => {
            setCodes(null)
            void refresh()
          }}
        />
      )}
    </>
  )
}

function Download({ codes }: { readonly codes: readonly string[] }) {
  const texts = useTexts(securityTexts)
  const file = () => new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' })
  return (
    <Group>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="download" size={14} />}
        onClick={() => save(file(), 'recovery-codes.txt')}
      >
        {texts.codesSave}
      </Button>
    </Group>
  )
}
