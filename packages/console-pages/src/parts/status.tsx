import { Badge } from '@mantine/core'
import classes from './status.module.css'

/** How a state is to be taken. */
export type Tone = 'good' | 'bad' | 'warn' | 'plain' | 'busy'

/** The state of a thing: its name, and a mark in the colour of its tone. */
export function Status({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Badge
      variant="default"
      className={classes.status}
      data-tone={tone}
      leftSection={<span className={classes.mark} />}
    >
      {children}
    </Badge>
  )
}
