import { moment, shortMoment } from '../formats/moments.ts'
import { useLanguage } from '../texts/language.tsx'

/** A time in India; its full form is its title. */
export function MomentText({ at, full = false }: { readonly at: string; readonly full?: boolean }) {
  const { language } = useLanguage()
  const whole = moment(at, language)
  return (
    <time dateTime={at} title={whole} style={{ whiteSpace: 'nowrap' }}>
      {full ? whole : shortMoment(at, language)}
    </time>
  )
}
