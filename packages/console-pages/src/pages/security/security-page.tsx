import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { Status } from '../../parts/status.tsx'
import { Surface } from '../../parts/surface.tsx'
import { SESSION_KEY } from '../../session/session.ts'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Devices } from './devices.tsx'
import { ME_KEY, type Me, useMe } from './own.ts'
import { securityTexts } from './security-texts.ts'
import { TotpDialog } from './totp-dialog.tsx'

/** The factors and devices of the person who is signed in. */
export function SecurityPage() {
  const texts = useTexts(securityTexts)
  const { session } = useWorkplace()
  const me = useMe()
  return (
    <Page title={texts.title} description={texts.description}>
      <Stack gap="lg">
        {session.needs === 'enrol_second_factor' && (
          <Alert color="orange" variant="outline" icon={<Icon name="warn" />}>
            {texts.enrol}
          </Alert>
        )}
        <Surface>
          <Loaded query={me} skeleton={<RowsSkeleton rows={4} />}>
            {(person) => <Factors me={person} />}
          </Loaded>
        </Surface>
        <Devices />
      </Stack>
    </Page>
  )
}

function Factors({ me }: { readonly me: Me }) {
  const texts = useTexts(securityTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const [adds, setAdds] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const refresh = () =>
    Promise.all([queries.invalidateQueries({ queryKey: ME_KEY }), queries.invalidateQueries({ queryKey: SESSION_KEY })])
  const remove = useMutation({ mutationFn: () => send('DELETE', '/admin/v1/me/totp', {}), onSuccess: refresh })
  const make = useMutation({
    mutationFn: () => send<{ recovery_codes: readonly string[] }>('POST', '/admin/v1/me/recovery-codes', {}),
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const { totp, recovery_codes_left } = me.factors
  return (
    <Stack gap="lg" maw={720}>
      <Name me={me} />
      <Factor
        title={texts.app}
        text={texts.appText}
        state={<Status tone={totp ? 'good' : 'plain'}>{totp ? texts.appOn : texts.appOff}</Status>}
      >
        {totp ? (
          <Button variant="default" size="xs" loading={remove.isPending} onClick={() => remove.mutate()}>
            {texts.remove}
          </Button>
        ) : (
          <Button size="xs" onClick={() => setAdds(true)}>
            {texts.setUp}
          </Button>
        )}
      </Factor>
      {totp && (
        <Factor title={texts.codes} text={texts.codesLeft(recovery_codes_left)}>
          <Button variant="default" size="xs" loading={make.isPending} onClick={() => make.mutate()}>
            {texts.codesNew}
          </Button>
        </Factor>
      )}
      <Refusal error={remove.error ?? make.error} />
      {adds && (
        <TotpDialog
          onClose={() => setAdds(false)}
          onDone={(made) => {
            setAdds(false)
            setCodes(made)
          }}
        />
      )}
      {codes && (
        <SecretDialog
          title={texts.codesTitle}
          lines={[[texts.codes, codes.join('\n')]]}
          onClose={() => {
            setCodes(null)
            void refresh()
          }}
        />
      )}
    </Stack>
  )
}

function Factor(props: {
  readonly title: string
  readonly text: string
  readonly state?: ReactNode
  readonly children: ReactNode
}) {
  const { title, text, state, children } = props
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Group gap="sm" mb={2}>
          <Text fw={600}>{title}</Text>
          {state}
        </Group>
        <Text fz="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {children}
    </Group>
  )
}

function Name({ me }: { readonly me: Me }) {
  const texts = useTexts(securityTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const [name, setName] = useState(me.name)
  const rename = useMutation({
    mutationFn: () => send('PATCH', '/admin/v1/me', { name: name.trim() }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION_KEY }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        rename.mutate()
      }}
    >
      <Group align="flex-end" gap="xs">
        <TextInput
          label={texts.name}
          {...(me.email && { description: me.email })}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="name"
          style={{ flex: 1 }}
        />
        <Button type="submit" variant="default" loading={rename.isPending}>
          {texts.save}
        </Button>
      </Group>
      {rename.isSuccess && (
        <Text fz="sm" role="status" mt={6}>
          {texts.saved}
        </Text>
      )}
      <Refusal error={rename.error} />
    </form>
  )
}
