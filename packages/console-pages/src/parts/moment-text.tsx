import { day, moment, shortMoment } from '../formats/moments.ts'
import { useLanguage } from '../texts/language.tsx'

/** A time in India; its full form, and that of UTC, is its title. */
export function MomentText({ at, full = false }: { readonly at: string; readonly full?: boolean }) {
  const { language } = useLanguage()
  const whole = moment(at, language)
  return (
    <time
      dateTime={at}
      title={`${whole}, ${new Date(at).toISOString().slice(11, 19)} UTC`}
      style={{ whiteSpace: 'nowrap' }}
    >
      {full ? whole : shortMoment(at, language)}
    </time>
  )
}

/** A day in India, of what is looked at by days; its title is the time. */
export function DayText({ at }: { readonly at: string }) {
  const { language } = useLanguage()
  return (
    <time dateTime={at} title={moment(at, language)} style={{ whiteSpace: 'nowrap' }}>
      {day(at, language)}
    </time>
  )
}
