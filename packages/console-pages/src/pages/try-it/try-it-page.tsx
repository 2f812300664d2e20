import { Text } from '@mantine/core'
import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useWorkplace } from '../../session/workplace.tsx'
import { useTexts } from '../../texts/language.tsx'
import { TryPanel } from './try-panel.tsx'
import { tryTexts } from './try-texts.ts'

/** A call to the sandbox from the browser. */
export function TryItPage() {
  const texts = useTexts(tryTexts)
  const { environment } = useWorkplace()
  return (
    <Page title={texts.title} description={texts.description}>
      {environment === 'production' && (
        <Text fz="sm" c="dimmed" mb="md">
          {texts.onlySandbox}
        </Text>
      )}
      <Surface>
        <TryPanel />
      </Surface>
    </Page>
  )
}
