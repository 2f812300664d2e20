import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './surface.module.css'

/** A part of a page on a surface of its own. */
export function Surface(props: {
  readonly title?: string
  readonly note?: string
  readonly actions?: ReactNode
  /** The content reaches the edges: for tables. */
  readonly flush?: boolean
  readonly children: ReactNode
}) {
  const { title, note, actions, flush = false, children } = props
  return (
    <Paper component="section" className={classes.surface} data-flush={flush || undefined} aria-label={title}>
      {(title || actions) && (
        <Group justify="space-between" className={classes.head} gap="xs">
          <div>
            {title && (
              <Title order={2} fz="md">
                {title}
              </Title>
            )}
            {note && (
              <Text fz="xs" c="dimmed" mt={2}>
                {note}
              </Text>
            )}
          </div>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Paper>
  )
}
