import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import { keepSso } from './begun-sso.ts'
import { signInTexts } from './sign-in-texts.ts'

/** Leaves for the page of an identity provider. */
export function SsoButton({ id, name }: { readonly id: string; readonly name: string }) {
  const texts = useTexts(signInTexts)
  const { send } = useApi()
  const leave = useMutation({
    mutationFn: () => send<{ sign_in: string; url: string }>('POST', '/console/sign-in/sso', { provider: id }),
    onSuccess: ({ sign_in, url }) => {
      keepSso({ provider: id, sign_in })
      location.assign(url)
    },
  })
  return (
    <>
      <Button variant="default" size="md" loading={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
        {texts.sso(name)}
      </Button>
      <Refusal error={leave.error} />
    </>
  )
}
