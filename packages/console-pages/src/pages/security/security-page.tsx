import { Alert, Anchor, Divider, Stack } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { AlertMails } from './alert-mails.tsx'
import { Authenticator } from './authenticator.tsx'
import { Devices } from './devices.tsx'
import { useMe } from './own.ts'
import { OwnName } from './own-name.tsx'
import { Passkeys } from './passkeys.tsx'
import { securityTexts } from './security-texts.ts'

/** The factors and devices of the person who is signed in. Who came by a portal link has no factor of its own. */
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
        {session.restricted && (
          <Alert variant="outline" icon={<Icon name="warn" />}>
            {texts.restricted} <Anchor href={session.restricted.url}>{session.restricted.url}</Anchor>
          </Alert>
        )}
        {!session.portal && !session.restricted && (
          <Surface title={texts.methods}>
            <Stack gap="lg">
              <Passkeys />
              <Divider />
              <Loaded query={me}>{(person) => <Authenticator me={person} />}</Loaded>
            </Stack>
          </Surface>
        )}
        <Devices />
        {!session.restricted && (
          <Surface title={texts.profile}>
            <Loaded query={me}>{(person) => <OwnName me={person} />}</Loaded>
          </Surface>
        )}
        <AlertMails />
      </Stack>
    </Page>
  )
}
