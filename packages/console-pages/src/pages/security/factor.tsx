import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './security.module.css'

/** A way to prove who one is: what it is, its state, and what can be done about it. */
export function Factor(props: {
  readonly title: string
  readonly text: string
  readonly state?: ReactNode
  readonly children?: ReactNode
}) {
  const { title, text, state, children } = props
  return (
    <div className={classes.factor}>
      <div>
        <Group gap="sm" mb={2}>
          <Text fw={600}>{title}</Text>
          {state}
        </Group>
        <Text fz="sm" c="dimmed">
          {text}
        </Text>
      </div>
      {children}
    </div>
  )
}
