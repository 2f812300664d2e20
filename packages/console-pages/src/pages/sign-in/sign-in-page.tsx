import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApi } from '../../api/console-api.tsx'
import { useBrand } from '../../brand.tsx'
import { Failure, Refusal } from '../../parts/failure.tsx'
import { askPasskey, canUsePasskeys } from '../../session/passkey.ts'
import { ProofForm } from '../../session/proof-form.tsx'
import type { Entrance, Session } from '../../session/session.ts'
import { useSettleSession } from '../../session/settle-session.ts'
import { useFilters } from '../../shell/filters.ts'
import { Redirect } from '../../shell/redirect.tsx'
import { useEntrance } from '../../shell/shell.tsx'
import { useTexts } from '../../texts/language.tsx'
import { CodeStep } from './code-step.tsx'
import { OpenAccount } from './open-account.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { SsoButton } from './sso-button.tsx'
import { WayIn } from './way-in.tsx'

/** The way in: address, code, and whatever is still needed. */
export function SignInPage() {
  const texts = useTexts(signInTexts)
  const entrance = useEntrance()
  const { values } = useFilters()
  // The key is shown once: the account's page waits until the person has stored it.
  const [holds, setHolds] = useState(false)
  const enter = useSettleSession()
  if (entrance.error) return <Failure error={entrance.error} retry={() => entrance.refetch()} />
  if (!entrance.data) return null
  const { session, sign_up, sso, development } = entrance.data
  if (session?.needs === 'second_factor')
    return (
      <WayIn title={texts.factorTitle}>
        <ProofForm methods={session.methods} onDone={enter} />
      </WayIn>
    )
  const back = target(values['back'])
  if ((session?.needs === 'account' && back !== '/invitation') || holds)
    return (
      <OpenAccount
        mayOpen={sign_up === 'open'}
        otherPlace={session?.restricted?.url ?? null}
        onHold={setHolds}
        onDone={enter}
      />
    )
  if (session) return <Redirect path={back} />
  return <Address isOpen={sign_up === 'open'} sso={sso} development={development} onDone={enter} />
}

/** Only a path of this console: an address that somebody wrote into a link leads nowhere else. */
const target = (back = '/'): string => (back.startsWith('/') && !back.startsWith('//') ? back : '/')

interface Asked {
  readonly email: string
  readonly signIn: string
}

function Address({
  isOpen,
  sso,
  development,
  onDone,
}: {
  readonly isOpen: boolean
  readonly sso: Entrance['sso']
  readonly development: boolean
  readonly onDone: (session: Session) => void
}) {
  const texts = useTexts(signInTexts)
  const brand = useBrand()
  const { send } = useApi()
  const [email, setEmail] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useMutation({
    mutationFn: () => send<{ sign_in: string }>('POST', '/console/sign-in/code', { email: email.trim() }),
    onSuccess: ({ sign_in }) => setAsked({ email: email.trim(), signIn: sign_in }),
  })
  const passkey = useMutation({
    mutationFn: async () => {
      const { options } = await send<{ options: PublicKeyCredentialRequestOptionsJSON }>(
        'POST',
        '/console/sign-in/passkey/options',
        {},
      )
      const response = await askPasskey(options)
      if (!response) throw new ApiError({ code: 'PASSKEY_DECLINED', message: texts.passkeyFailed })
      return await send<Session>('POST', '/console/sign-in/passkey', { response })
    },
    onSuccess: onDone,
  })
  if (asked)
    return (
      <WayIn title={texts.codeTitle}>
        <CodeStep
          email={asked.email}
          development={development}
          action={texts.signIn}
          enter={(code) => send<Session>('POST', '/console/sign-in', { sign_in: asked.signIn, code })}
          onDone={onDone}
          onResend={() => ask.mutate()}
          onAnother={() => setAsked(null)}
        />
      </WayIn>
    )
  return (
    <WayIn title={texts.title(brand.name)} text={isOpen ? `${texts.text} ${texts.textOpen}` : texts.text}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <Stack gap="md">
          <TextInput
            type="email"
            name="email"
            label={texts.email}
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            required
            size="md"
            autoFocus
          />
          <Button type="submit" size="md" loading={ask.isPending}>
            {texts.sendCode}
          </Button>
          <Refusal error={ask.error ?? passkey.error} />
          {(canUsePasskeys() || sso.length > 0) && <Divider />}
          {sso.map((one) => (
            <SsoButton key={one.id} {...one} />
          ))}
          {canUsePasskeys() && (
            <Button variant="default" size="md" loading={passkey.isPending} onClick={() => passkey.mutate()}>
              {texts.passkey}
            </Button>
          )}
        </Stack>
      </form>
    </WayIn>
  )
}
