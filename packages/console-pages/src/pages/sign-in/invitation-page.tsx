import { Anchor, Loader, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApi } from '../../api/console-api.tsx'
import { Failure } from '../../parts/failure.tsx'
import { ProofForm } from '../../session/proof-form.tsx'
import { type Entrance, SESSION_KEY } from '../../session/session.ts'
import { useSettleSession } from '../../session/settle-session.ts'
import { useEntrance } from '../../shell/shell.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AcceptForm } from './accept-form.tsx'
import { useFragmentToken } from './fragment-token.ts'
import { type Accepted, forgetInvitation, type Invitation, keepInvitation, keptInvitation } from './invitation.ts'
import { InvitationCode } from './invitation-code.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { WayIn } from './way-in.tsx'

/** An invitation: the offer, the proof of its address, and the button that accepts it. */
export function InvitationPage() {
  const texts = useTexts(signInTexts)
  const token = useInvitationToken()
  const { send } = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const entrance = useEntrance()
  const settle = useSettleSession()
  const [place, setPlace] = useState<string | null>(null)
  const invitation = useQuery({
    queryKey: ['console', 'invitation', token],
    queryFn: () => send<Invitation>('POST', '/console/invitation', { token }),
  })
  const finish = async ({ accepted, session }: Accepted) => {
    await settle(session)
    if (!accepted) return
    forgetInvitation()
    await queries.invalidateQueries({ queryKey: SESSION_KEY })
    await navigate({ to: '/' })
  }
  const elsewhere = place ?? placeOf(invitation.error)
  if (elsewhere !== null)
    return (
      <WayIn title={texts.invitationElsewhere} text={texts.invitationElsewhereText}>
        <Anchor href={`${elsewhere}#${token}`}>{elsewhere}</Anchor>
      </WayIn>
    )
  if (invitation.error) return <WayIn title={texts.invitationGone} text={texts.invitationGoneText} />
  if (entrance.error) return <Failure error={entrance.error} retry={() => entrance.refetch()} />
  if (!invitation.data || !entrance.data) return <Loader m="xl" />
  const { email, account_name, role } = invitation.data
  return (
    <WayIn title={texts.invitationTitle(account_name ?? texts.operators)} text={texts.invitationText(email, role)}>
      <Proof
        token={token}
        invitation={invitation.data}
        entrance={entrance.data}
        onDone={finish}
        onRefused={(error) => setPlace(placeOf(error))}
      />
    </WayIn>
  )
}

interface ProofProps {
  readonly token: string
  readonly invitation: Invitation
  readonly entrance: Entrance
  readonly onDone: (accepted: Accepted) => Promise<void>
  readonly onRefused: (error: unknown) => void
}

function Proof({ token, invitation, entrance, onDone, onRefused }: ProofProps) {
  const texts = useTexts(signInTexts)
  const { email, needs_proof } = invitation
  const { session, development } = entrance
  const isOther = session !== null && session.person.email !== email
  if (!needs_proof)
    return <AcceptForm token={token} asksName={session === null || isOther} onDone={onDone} onRefused={onRefused} />
  if (session === null || isOther || session.limited)
    return (
      <Stack gap="md">
        {isOther && <Text fz="sm">{texts.invitationOther(session.person.email ?? session.person.name)}</Text>}
        <InvitationCode token={token} email={email} development={development} onDone={onDone} onRefused={onRefused} />
        {session === null && (
          <Anchor fz="sm" renderRoot={(props) => <Link to="/sign-in" search={{ back: '/invitation' }} {...props} />}>
            {texts.invitationSignIn}
          </Anchor>
        )}
      </Stack>
    )
  if (session.needs === 'second_factor')
    return (
      <ProofForm methods={session.methods} onDone={(proven) => void onDone({ accepted: false, session: proven })} />
    )
  if (session.needs === 'enrol_second_factor')
    return (
      <Stack gap="md">
        <Text fz="sm">{texts.invitationFactor}</Text>
        <Anchor renderRoot={(props) => <Link to="/security" {...props} />}>{texts.invitationFactorAdd}</Anchor>
      </Stack>
    )
  return <AcceptForm token={token} asksName={false} onDone={onDone} onRefused={onRefused} />
}

/** The token of the link, or of the link that this tab opened before its person signed in. */
function useInvitationToken(): string {
  const fragment = useFragmentToken()
  const [token] = useState(() => {
    if (fragment !== '') keepInvitation(fragment)
    return fragment || keptInvitation()
  })
  return token
}

/** The address where an invitation can be accepted; null: the error is another one. */
const placeOf = (error: unknown): string | null =>
  error instanceof ApiError && error.code === 'INVITATION_ELSEWHERE' ? error.url : null
