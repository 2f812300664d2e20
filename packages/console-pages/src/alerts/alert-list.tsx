import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { MomentText } from '../parts/moment-text.tsx'
import { shellTexts } from '../shell/shell-texts.ts'
import { useTexts } from '../texts/language.tsx'
import { alertTexts } from './alert-texts.ts'
import classes from './alerts.module.css'
import type { ShownAlert } from './alerts.ts'

/** Alerts, each with a link to where one acts. @param onOpen Called when a link is followed. */
export function AlertList(props: { readonly alerts: readonly ShownAlert[]; readonly onOpen?: () => void }) {
  const { alerts, onOpen } = props
  return (
    <ul className={classes.list}>
      {alerts.map((alert) => (
        <li key={alert.key}>
          {alert.path === null ? (
            <div className={classes.row} data-severity={alert.severity}>
              <What alert={alert} />
            </div>
          ) : (
            <Link
              to={alert.path}
              search={alert.environment === null ? {} : { environment: alert.environment }}
              className={classes.row}
              data-severity={alert.severity}
              {...(onOpen && { onClick: onOpen })}
            >
              <What alert={alert} />
              <Icon name="chevron" size={16} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

function What({ alert: { severity, sentence, environment, since } }: { readonly alert: ShownAlert }) {
  const texts = useTexts(alertTexts)
  const shell = useTexts(shellTexts)
  return (
    <>
      <Icon name="warn" />
      <span className={classes.text}>
        <span className={classes.sentence}>{sentence}</span>
        <span className={classes.note}>
          <VisuallyHidden>{texts[severity]}</VisuallyHidden>
          {environment !== null && <span>{shell[environment]}</span>}
          {since !== null && (
            <span>
              {texts.since} <MomentText at={since} />
            </span>
          )}
        </span>
      </span>
    </>
  )
}
