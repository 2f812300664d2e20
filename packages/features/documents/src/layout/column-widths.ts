/** What a column would take, in points: to hold its longest word, and to hold everything on one line. */
export interface Wanted {
  readonly least: number
  readonly most: number
}

const sumOf = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/**
 * How wide the columns of a table are: all on one line where there is room; else each holds its longest word and the rest is shared
 * by need; else the narrow columns get theirs and words of the wide ones are broken.
 *
 * @param available What there is, in points: the columns fill it.
 */
export function columnWidths(wanted: readonly Wanted[], available: number): readonly number[] {
  const least = sumOf(wanted.map((column) => column.least))
  const most = sumOf(wanted.map((column) => column.most))
  if (most <= available) {
    const stretch = most > 0 ? available / most : 1
    return wanted.map((column) => column.most * stretch)
  }
  if (least <= available) {
    const share = (available - least) / (most - least)
    return wanted.map((column) => column.least + (column.most - column.least) * share)
  }
  return sharedWidths(
    wanted.map((column) => column.least),
    available,
  )
}

/** The narrow ones get what they need, the others the same each. */
function sharedWidths(needs: readonly number[], available: number): readonly number[] {
  let wide = needs
  let left = available
  for (;;) {
    const share = left / wide.length
    const narrow = wide.filter((need) => need <= share)
    if (narrow.length === 0) return needs.map((need) => Math.min(need, share))
    left -= sumOf(narrow)
    wide = wide.filter((need) => need > share)
  }
}
