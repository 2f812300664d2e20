import { Button, Loader, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { SESSION_KEY, type Session } from '../../session/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { takeSso } from './begun-sso.ts'
import { keptInvitation } from './invitation.ts'
import { signInTexts } from './sign-in-texts.ts'
import { WayIn } from './way-in.tsx'

/** Where an identity provider sends the browser back to. */
export function SsoPage() {
  const texts = useTexts(signInTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [query] = useState(() => location.search)
  const finish = useMutation({
    mutationFn: () => {
      const begun = takeSso()
      if (begun === null) throw new ApiError({ code: 'SSO_NOT_BEGUN', message: texts.ssoNotBegun })
      return send<Session>('POST', '/console/sign-in/sso/finish', { ...begun, query })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SESSION_KEY })
      await navigate({ to: keptInvitation() === '' ? '/' : '/invitation', search: {}, replace: true })
    },
  })
  const { mutate, error } = finish
  useEffect(() => {
    // The answer of the provider stays in no history.
    history.replaceState(history.state, '', location.pathname)
    mutate()
  }, [mutate])
  if (error === null)
    return (
      <WayIn title={texts.entering}>
        <Loader />
      </WayIn>
    )
  return (
    <WayIn title={texts.ssoFailed}>
      <Stack>
        <Refusal error={error} />
        <Button renderRoot={(props) => <Link to="/sign-in" {...props} />}>{texts.ssoAgain}</Button>
      </Stack>
    </WayIn>
  )
}
