import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAdmin } from '../api/console-api.tsx'
import { grouped } from '../formats/rupees.ts'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../texts/language.tsx'
import classes from './frame.module.css'
import { shellTexts } from './shell-texts.ts'

/** How often it is asked what waits, in milliseconds. */
const ASK_MS = 60_000

/** How much waits for operators, on every page. */
export function WorkBell() {
  const texts = useTexts(shellTexts)
  const { data } = useAdmin().useQuery('get', '/admin/v1/work', {}, { refetchInterval: ASK_MS })
  const items = data?.items ?? []
  const count = items.reduce((sum, { waiting }) => sum + waiting, 0)
  const shown = `${grouped(count)}${items.some(({ more }) => more) ? '+' : ''}`
  return (
    <ActionIcon
      variant="default"
      radius="xl"
      size={32}
      className={classes.bell}
      aria-label={texts.waiting(shown)}
      title={texts.waiting(shown)}
      renderRoot={(props) => <Link to="/work" {...props} />}
    >
      <Icon name="bell" />
      {count > 0 && (
        <span className={classes.count} aria-hidden="true">
          {shown}
        </span>
      )}
    </ActionIcon>
  )
}
