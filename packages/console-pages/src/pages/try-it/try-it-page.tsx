import { Page } from '../../parts/page.tsx'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'
import { TryPanel } from './try-panel.tsx'
import { tryTexts } from './try-texts.ts'

/** A call to the sandbox from the browser. */
export function TryItPage() {
  const texts = useTexts(tryTexts)
  return (
    <Page title={texts.title} description={texts.description}>
      <Surface>
        <TryPanel />
      </Surface>
    </Page>
  )
}
