import type { ReactNode } from 'react'
import classes from './filter-row.module.css'

/** The filters of a list: beside each other, on a phone in two columns. */
export const FilterRow = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
)
