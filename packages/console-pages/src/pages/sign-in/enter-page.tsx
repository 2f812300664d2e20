import { Button, Loader } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useApi } from '../../api/console-api.tsx'
import { SESSION_KEY, type Session } from '../../session/session.ts'
import { useTexts } from '../../texts/language.tsx'
import { useFragmentToken } from './fragment-token.ts'
import { signInTexts } from './sign-in-texts.ts'
import { WayIn } from './way-in.tsx'

/** A portal link: it signs in once, and asks before it replaces somebody. */
export function EnterPage() {
  const texts = useTexts(signInTexts)
  const token = useFragmentToken()
  const { send } = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { mutate, error, isPending } = useMutation({
    mutationFn: (replace: boolean) => send<Session>('POST', '/console/enter', { token, ...(replace && { replace }) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: SESSION_KEY })
      await navigate({ to: '/', replace: true })
    },
  })
  useEffect(() => mutate(false), [mutate])
  if (error instanceof ApiError && error.code === 'SESSION_THERE')
    return (
      <WayIn title={texts.replaceTitle} text={texts.replaceText}>
        <Button loading={isPending} onClick={() => mutate(true)}>
          {texts.replace}
        </Button>
      </WayIn>
    )
  if (error) return <WayIn title={texts.linkEnded} text={texts.linkEndedText} />
  return (
    <WayIn title={texts.entering}>
      <Loader />
    </WayIn>
  )
}
