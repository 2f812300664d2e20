import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './figures.module.css'

/** A number with its name. */
export interface Figured {
  readonly label: string
  /** Undefined: nobody could say. */
  readonly value: ReactNode
  readonly note?: ReactNode
}

/** Numbers side by side, beneath each other where it is narrow. @param busy They are on their way. */
export function Figures({ figures, busy }: { readonly figures: readonly Figured[]; readonly busy: boolean }) {
  if (busy)
    return (
      <div className={classes.figures} aria-busy="true">
        {figures.map(({ label }) => (
          <div key={label} className={classes.figure}>
            <Skeleton h={52} mt={2} maw={140} />
          </div>
        ))}
      </div>
    )
  return (
    <dl className={classes.figures}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={classes.figure}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.value}>{value ?? '—'}</span>
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
