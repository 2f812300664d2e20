import { Stack } from '@mantine/core'
import { Page } from '../../parts/page.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { Members } from './members.tsx'
import { PeopleDelegation } from './people-delegation.tsx'
import { RolesExplained } from './roles-explained.tsx'
import { teamTexts } from './team-texts.ts'

/** The people of an account, or the operators, with their roles. */
export function TeamPage() {
  const texts = useTexts(teamTexts)
  const { accountId } = useWorkplace()
  return (
    <Page title={texts.title} description={accountId === '' ? texts.ofOperators : texts.description}>
      <Stack gap="lg">
        <Members />
        <PeopleDelegation />
        <RolesExplained />
      </Stack>
    </Page>
  )
}
