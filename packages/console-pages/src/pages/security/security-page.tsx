import { Alert, Stack } from '@mantine/core'
import { Icon } from '../../parts/icon.tsx'
import { Loaded, RowsSkeleton } from '../../parts/loaded.tsx'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
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
        <Surface>
          <Loaded query={me} skeleton={<RowsSkeleton rows={4} />}>
            {(person) => (
              <Stack gap="lg" maw={720}>
                <OwnName me={person} />
                {!session.portal && <Authenticator me={person} />}
              </Stack>
            )}
          </Loaded>
        </Surface>
        {!session.portal && <Passkeys />}
        <Devices />
      </Stack>
    </Page>
  )
}
