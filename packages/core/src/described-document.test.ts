import { expect, it } from 'vitest'
import { DescribedDocument } from './described-document.ts'
import type { Block } from './handles.ts'

const accepts = (...blocks: Block[]): boolean =>
  DescribedDocument.safeParse({ title: 'Card', fileName: 'card.pdf', blocks }).success
const notes = (count: number, length: number): Block[] =>
  Array.from({ length: count }, () => ({ note: 'x'.repeat(length) }))
const table = (columns: number, rows: string[][]): Block => ({ table: { columns: Array(columns).fill('c'), rows } })

it('accepts a document of 100,000 characters, and none that is longer', () => {
  expect(accepts(...notes(10, 9_999))).toBe(true)
  expect(accepts(...notes(10, 9_999), { heading: 'x' })).toBe(false)
})

it.each<[string, Block]>([
  ['full', table(16, Array(5_000).fill(Array(16).fill('xx')))],
  ['missing', table(16, Array(5_000).fill([]))],
  ['more than there are columns', table(1, Array(5_000).fill(Array(30).fill('')))],
])('counts the cells of a table that are %s', (_, block) => {
  expect(accepts(block, block)).toBe(false)
  expect(accepts(table(16, Array(1_000).fill(Array(16).fill('xx'))))).toBe(true)
})

it('names the place of a document that is too long, and not its text', () => {
  const { error } = DescribedDocument.safeParse({ title: 'Card', fileName: 'a.pdf', blocks: notes(10, 15_000) })
  expect(error?.issues).toMatchObject([
    { path: ['blocks'], message: expect.stringContaining('at most 100000 characters') },
  ])
})
