import { Button, Checkbox, Divider, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/console-api.tsx'
import { Refusal } from '../../parts/failure.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { alertMailTexts } from './alert-mail-texts.ts'

const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'हिन्दी' },
]
const nameOf = (names: Readonly<Record<string, string>>, alert: string): string | undefined => names[alert]

/** What stands in the fields of quiet hours until somebody writes others. */
const FIRST_QUIET = { from: '22:00', until: '07:00' }
const PATH = '/admin/v1/me/alerts'

interface Choice {
  readonly mailed: boolean
  readonly language: string
  readonly quiet_hours: { readonly from: string; readonly until: string } | null
  readonly quiet_for_urgent: boolean
  readonly alerts: readonly { readonly alert: string; readonly title: string; readonly mailed: boolean }[]
}

/** Which alerts of this account, or of the server, are mailed to who is signed in, and when. Absent where the host mails none. */
export function AlertMails() {
  const texts = useTexts(alertMailTexts)
  const { session, membership, may } = useWorkplace()
  const { send } = useApi()
  const place = membership.account_id ?? 'operator'
  // Who looks at an account as an operator, or came by a portal link, has no mails of it.
  const isMailed = session.person.email !== null && !session.portal && membership.role !== 'operator-view'
  const isThere = isMailed && session.needs === null && may('alert-mails:read')
  const query = useQuery({
    ...{ queryKey: [PATH, place], enabled: isThere },
    queryFn: () => send<Choice>('GET', PATH),
  })
  if (!isThere) return null
  return (
    <Surface title={texts.title} note={texts.note(membership.account_name ?? texts.server)}>
      <Loaded query={query}>{(choice) => <ChoiceForm key={place} choice={choice} place={place} />}</Loaded>
    </Surface>
  )
}

function ChoiceForm({ choice, place }: { readonly choice: Choice; readonly place: string }) {
  const texts = useTexts(alertMailTexts)
  const { send } = useApi()
  const queries = useQueryClient()
  const [mailed, setMailed] = useState(choice.mailed)
  const [wanted, setWanted] = useState<readonly string[]>(() =>
    choice.alerts.filter((one) => one.mailed).map(({ alert }) => alert),
  )
  const [language, setLanguage] = useState(choice.language)
  const [isQuiet, setQuiet] = useState(choice.quiet_hours !== null)
  const [hours, setHours] = useState(choice.quiet_hours ?? FIRST_QUIET)
  const [forUrgent, setForUrgent] = useState(choice.quiet_for_urgent)
  const save = useMutation({
    mutationFn: () =>
      send<Choice>('PATCH', PATH, {
        ...{ mailed, language, quiet_hours: isQuiet ? hours : null, quiet_for_urgent: forUrgent },
        muted: choice.alerts.map(({ alert }) => alert).filter((alert) => !wanted.includes(alert)),
      }),
    onSuccess: (saved) => queries.setQueryData([PATH, place], saved),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
      onChange={() => save.reset()}
    >
      <Stack gap="md" align="flex-start">
        <Switch label={texts.mailed} checked={mailed} onChange={(event) => setMailed(event.currentTarget.checked)} />
        {mailed && (
          <>
            <Checkbox.Group label={texts.which} value={[...wanted]} onChange={setWanted}>
              <Stack gap="xs" mt="xs">
                {choice.alerts.map(({ alert, title }) => (
                  <Checkbox key={alert} value={alert} label={nameOf(texts.names, alert) ?? title} />
                ))}
              </Stack>
            </Checkbox.Group>
            <NativeSelect
              label={texts.language}
              data={LANGUAGES}
              value={language}
              onChange={(event) => setLanguage(event.currentTarget.value)}
              w={220}
            />
            <Divider w="100%" />
            <Switch
              label={texts.quiet}
              description={texts.quietHint}
              checked={isQuiet}
              onChange={(event) => setQuiet(event.currentTarget.checked)}
            />
            {isQuiet && (
              <>
                <Group gap="md">
                  {(['from', 'until'] as const).map((end) => (
                    <TextInput
                      key={end}
                      type="time"
                      required
                      withAsterisk={false}
                      label={texts[end]}
                      value={hours[end]}
                      onChange={(event) => setHours({ ...hours, [end]: event.currentTarget.value })}
                      w={140}
                    />
                  ))}
                </Group>
                <Checkbox
                  label={texts.urgent}
                  description={texts.urgentHint}
                  checked={forUrgent}
                  onChange={(event) => setForUrgent(event.currentTarget.checked)}
                />
              </>
            )}
          </>
        )}
        <Group gap="sm">
          <Button type="submit" variant="default" loading={save.isPending}>
            {texts.save}
          </Button>
          <Text fz="sm" role="status">
            {save.isSuccess && texts.saved}
          </Text>
        </Group>
        <Refusal error={save.error} />
      </Stack>
    </form>
  )
}
