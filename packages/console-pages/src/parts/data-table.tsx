import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './data-table.module.css'

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly heading: string
  /** Its cells say what they are, such as buttons: the heading is for screen readers alone. */
  readonly quiet?: boolean
  readonly align?: 'end'
  /** On a card: what stands in bold at its start and its end, below them in grey and at the end; or not shown. Others have a line each. */
  readonly card?: 'title' | 'end' | 'note' | 'state' | 'hidden'
  cell(row: Row): ReactNode
}

/**
 * Rows under headings; on narrow screens each row is a card with its headings beside the values. A row that opens has a button in its
 * first cell, for the keyboard; elsewhere a click opens it too.
 */
export function DataTable<Row>(props: {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  keyOf(row: Row): string
  readonly onOpen?: (row: Row) => void
}) {
  const { label, columns, rows, keyOf, onOpen } = props
  return (
    // Roles are written out: browsers forget them where a table is laid out as cards.
    <div className={classes.scroll}>
      <table className={classes.table} role="table" aria-label={label}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ id, heading, align, quiet }) => (
              <th key={id} scope="col" role="columnheader" data-align={align}>
                {quiet ? <VisuallyHidden>{heading}</VisuallyHidden> : heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow key={keyOf(row)} columns={columns} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TableRow<Row>(props: {
  readonly columns: readonly Column<Row>[]
  readonly row: Row
  readonly onOpen: ((row: Row) => void) | undefined
}) {
  const { columns, row, onOpen } = props
  const open = onOpen && (() => onOpen(row))
  return (
    <tr
      role="row"
      data-opens={onOpen ? true : undefined}
      onClick={open && ((event) => outsideControls(event) && open())}
    >
      {columns.map(({ id, heading, align, quiet, card, cell }, at) => (
        <td key={id} role="cell" data-label={quiet ? '' : heading} data-align={align} data-card={card}>
          {at === 0 && open ? (
            <button type="button" className={classes.opener} onClick={open}>
              {cell(row)}
            </button>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** A click on a button or link of a row is for that alone, and marking text opens nothing. */
const outsideControls = ({ target }: { readonly target: EventTarget }): boolean =>
  target instanceof Element && target.closest('a, button, input') === null && String(getSelection()) === ''
