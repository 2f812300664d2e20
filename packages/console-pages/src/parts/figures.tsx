import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figures.module.css'

/** A number with its name. */
export interface Figured {
  readonly label: string
  /** Undefined: on its way. */
  readonly value: ReactNode
  readonly note?: ReactNode
}

/** Numbers side by side, beneath each other where it is narrow. */
export function Figures({ figures }: { readonly figures: readonly Figured[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd>
            {value === undefined ? <Skeleton h={30} w={110} mt={2} /> : <span className={classes.value}>{value}</span>}
            {note && (
              <Text component="div" fz="xs" c="dimmed" mt={2}>
                {note}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
