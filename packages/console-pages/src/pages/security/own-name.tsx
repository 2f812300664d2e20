import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { useTexts } from '../../texts/language.tsx'
import { type Me, useRefreshMe } from './own.ts'
import { securityTexts } from './security-texts.ts'

/** The own name, as the team sees it. */
export function OwnName({ me }: { readonly me: Me }) {
  const texts = useTexts(securityTexts)
  const { send } = useApi()
  const refresh = useRefreshMe()
  const [name, setName] = useState(me.name)
  const isChanged = name.trim() !== '' && name.trim() !== me.name
  const rename = useMutation({
    mutationFn: () => send('PATCH', '/admin/v1/me', { name: name.trim() }),
    onSuccess: refresh,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate()
      }}
    >
      <Stack gap="md" maw={420} align="flex-start">
        <TextInput
          label={texts.name}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          w="100%"
        />
        {me.email && (
          <div>
            <Text fz="sm" fw={500}>
              {texts.email}
            </Text>
            <Text fz="sm" c="dimmed">
              {me.email}
            </Text>
          </div>
        )}
        <Button type="submit" variant="default" loading={rename.isPending} disabled={!isChanged}>
          {texts.save}
        </Button>
      </Stack>
      {rename.isSuccess && !isChanged && (
        <Text fz="sm" role="status" mt={6}>
          {texts.saved}
        </Text>
      )}
      <Refusal error={rename.error} />
    </form>
  )
}
