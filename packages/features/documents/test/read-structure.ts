import * as z from 'zod'
import { openPdf } from './read-pdf.ts'

/** An element of a tagged PDF, as a screen reader meets it. */
export interface StructureNode {
  readonly role: string
  readonly alt?: string | undefined
  /** What stands in it alone, not in those within it. */
  readonly text: string
  readonly children: readonly StructureNode[]
}

const Leaf = z.object({ type: z.string(), id: z.string() })
interface Node {
  readonly role: string
  readonly alt?: string | undefined
  readonly children: readonly (Node | z.output<typeof Leaf>)[]
}
const Node: z.ZodType<Node> = z.lazy(() =>
  z.object({ role: z.string(), alt: z.string().optional(), children: z.array(z.union([Leaf, Node])) }),
)
const Item = z.union([
  z.object({ str: z.string(), hasEOL: z.boolean() }),
  z.object({ type: z.string(), id: z.string().nullable().optional() }),
])

/** The text of every marked content of a page, by its id; under the empty one what is not in the structure. */
function textsOf(items: readonly z.output<typeof Item>[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const open: string[] = []
  for (const item of items)
    if ('str' in item) {
      const id = open.findLast((one) => one !== '') ?? ''
      texts.set(id, `${texts.get(id) ?? ''}${item.str}${item.hasEOL ? ' ' : ''}`)
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(item.id ?? '')
  return texts
}

/** A page of a PDF: its elements, and the text that belongs to none. */
export interface StructuredPage {
  readonly root: StructureNode
  readonly artifacts: string
}

/** Reads the structure of a PDF by pdf.js. */
export async function readStructure(bytes: Uint8Array): Promise<readonly StructuredPage[]> {
  const { pdf, close } = await openPdf(bytes)
  const pages: StructuredPage[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const texts = textsOf(z.array(Item).parse(items))
    const read = ({ role, alt, children }: Node): StructureNode => ({
      ...{ role, alt },
      text: children.map((child) => ('id' in child ? (texts.get(child.id) ?? '') : '')).join(''),
      children: children.flatMap((child) => ('role' in child ? [read(child)] : [])),
    })
    pages.push({ root: read(Node.parse(await page.getStructTree())), artifacts: texts.get('') ?? '' })
  }
  await close()
  return pages
}

/** Every element of a tree, in the order in which it is read. */
export const elementsOf = (root: StructureNode): readonly StructureNode[] => [
  root,
  ...root.children.flatMap(elementsOf),
]
