import { ActionIcon, Popover, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Failure } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useTexts } from '../texts/language.tsx'
import { AlertList } from './alert-list.tsx'
import { alertTexts } from './alert-texts.ts'
import classes from './alerts.module.css'
import { useAlerts } from './alerts.ts'

/** What needs an act, on every page. It opens links, so it is no menu of commands. */
export function AlertBell() {
  const texts = useTexts(alertTexts)
  const { query, enabled, alerts = [], isWhole } = useAlerts()
  const [opened, { toggle, close }] = useDisclosure()
  const label = texts.bell(alerts.length)
  if (!enabled) return null
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width="min(400px, calc(100vw - 24px))"
      trapFocus
      returnFocus
      withinPortal={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="default"
          radius="xl"
          size={32}
          className={classes.bell}
          aria-label={label}
          title={label}
          onClick={toggle}
        >
          <Icon name="bell" />
          {alerts.length > 0 && (
            <span className={classes.count} aria-hidden="true">
              {alerts.length}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={8} className={classes.menu}>
        {query.error && !query.data ? (
          <Failure error={query.error} retry={() => void query.refetch()} />
        ) : (
          <>
            <AlertList alerts={alerts} onOpen={close} />
            {query.data && alerts.length === 0 && (
              <Text fz="sm" className={classes.empty}>
                {texts.nothing}
              </Text>
            )}
            {query.data && !isWhole && (
              <Text fz="xs" c="dimmed" className={classes.empty}>
                {texts.notRead}
              </Text>
            )}
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
