import { expect, it } from 'vitest'
import { columnWidths, type Wanted } from './column-widths.ts'

const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0)

/** Tables of all sizes, the same in every run. */
function* tables(): Generator<readonly Wanted[]> {
  let state = 7
  const next = (most: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return (state % 1000) * (most / 1000)
  }
  for (let count = 0; count < 2000; count += 1)
    yield Array.from({ length: 1 + (count % 16) }, () => {
      const least = 1 + next(count % 3 === 0 ? 250 : 60)
      return { least, most: least + next(300) }
    })
}

it('fills the line width, and gives each column its longest word if possible', () => {
  for (const wanted of tables()) {
    const widths = columnWidths(wanted, 499)
    expect(sum(widths)).toBeCloseTo(499, 3)
    const possible = sum(wanted.map(({ least }) => least)) <= 499
    const tooNarrow = wanted.filter(({ least }, index) => (widths[index] ?? 0) < (possible ? least - 0.001 : 1))
    expect(tooNarrow).toEqual([])
  }
})

it('breaks words only in wide columns if space is short', () => {
  const wanted = [40, 40, 900, 500].map((least) => ({ least, most: least }))
  expect(columnWidths(wanted, 480)).toEqual([40, 40, 200, 200])
})
