import { AlertList } from '../../alerts/alert-list.tsx'
import { alertTexts } from '../../alerts/alert-texts.ts'
import { useAlerts } from '../../alerts/alerts.ts'
import { Surface } from '../../parts/surface.tsx'
import { useTexts } from '../../texts/language.tsx'

/** What needs an act; nothing where nothing does. */
export function NeedsYou() {
  const texts = useTexts(alertTexts)
  const { query, enabled, alerts = [] } = useAlerts()
  if (enabled && query.isPending) return <div aria-busy="true" />
  if (alerts.length === 0) return null
  return (
    <Surface title={texts.title}>
      <AlertList alerts={alerts} />
    </Surface>
  )
}
