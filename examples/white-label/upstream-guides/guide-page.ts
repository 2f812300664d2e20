import { readFileSync } from 'node:fs'
import * as z from 'zod'

/** A fenced block of a page, marked by its info string: ```` ```json reply=find/answer status=200 ````. */
export interface Block {
  /** What it is: the name before the first `=`. */
  readonly kind: string
  /** Which one: the text after it. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** A row of a table that says what a caller gets for a reply of the upstream. */
export interface AnswerRow {
  readonly call: string
  /** `find/answer`; empty where no upstream is asked. */
  readonly reply: string
  readonly status: number
  /** A code, or in envelope B a message; empty for an answer. */
  readonly says: string
  /** `6.00`, `free`, or `held` where the outcome of a write is not known yet. */
  readonly charged: string
}

/** A row of a table that says what becomes of a call that is done later. */
export interface ResultRow {
  readonly call: string
  /** `linkMobile/linked` */
  readonly result: string
  readonly by: 'callback' | 'status'
  readonly state: 'pending' | 'completed' | 'failed'
  /** In INR, two decimals. */
  readonly refunded: string
}

/** One page of the guides, read. */
export interface GuidePage {
  readonly id: string
  /** The whole of it. */
  readonly text: string
  readonly blocks: readonly Block[]
  readonly answers: readonly AnswerRow[]
  readonly results: readonly ResultRow[]
  /** @throws TypeError where the page has no such block. */
  block(kind: string, name: string): Block
  find(kind: string, name: string): Block | undefined
}

const FENCE = /^```(\S+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm
const ROW = /^\|(.+)\|$/

function readBlocks(text: string): Block[] {
  return [...text.matchAll(FENCE)].map(([, language, info = '', content = '']) => {
    const marks = info.split(' ').map((mark) => mark.split(/=(.*)/s, 2))
    const [kind = '', name] = marks[0] ?? []
    if (name === undefined) throw new TypeError(`a block of ${language} has no mark: "${content.slice(0, 40)}"`)
    const attributes = Object.fromEntries(marks.slice(1).map(([key = '', value = '']) => [key, value]))
    return { kind, name, attributes, text: content }
  })
}

/** The rows of all tables with these headings, cell by cell, without the marks of code. */
function readRows(text: string, headings: string): string[][] {
  const tables = text.split('\n\n').filter((paragraph) => paragraph.startsWith(headings))
  return tables.flatMap((table) =>
    table
      .trimEnd()
      .split('\n')
      .slice(2)
      .map((line) => (ROW.exec(line)?.[1] ?? '').split('|').map((cell) => cell.trim().replaceAll('`', ''))),
  )
}

const Answers = z.array(
  z
    .tuple([
      z.string().min(1),
      z.string(),
      z.coerce.number().int().min(200),
      z.string(),
      z.string().regex(/^(-?[0-9]+\.[0-9]{2}|free|held)$/),
    ])
    .transform(([call, reply, status, says, charged]): AnswerRow => ({ call, reply, status, says, charged })),
)
const Results = z.array(
  z
    .tuple([
      z.string().min(1),
      z.string().min(1),
      z.enum(['callback', 'status']),
      z.enum(['pending', 'completed', 'failed']),
      z.string().regex(/^[0-9]+\.[0-9]{2}$/),
    ])
    .transform(([call, result, by, state, refunded]): ResultRow => ({ call, result, by, state, refunded })),
)

const textOf = (name: string): string =>
  readFileSync(new URL(`../../../docs/guides/upstreams/${name}.md`, import.meta.url), 'utf8')

/**
 * Reads a page of `docs/guides/upstreams`; its README says how pages are marked.
 *
 * @param id The plugin's id, which is the name of the page.
 * @throws Where a table cannot be read, or two blocks have one name.
 */
export const readGuidePage = (id: string): GuidePage => readText(id, textOf(id))

/** Reads the shapes of `vendor-shapes.md`: each second heading begins one, which is read as a page of the plugin that it maps. */
export function readShapes(): GuidePage[] {
  return textOf('vendor-shapes')
    .split(/^(?=## )/m)
    .flatMap((text) => {
      const [, id] = /^```yaml section=(\S+)$/m.exec(text) ?? []
      return id === undefined ? [] : [readText(id, text)]
    })
}

function readText(id: string, text: string): GuidePage {
  const blocks = readBlocks(text)
  const names = blocks.map(({ kind, name }) => `${kind}=${name}`)
  const twice = names.filter((name, index) => names.indexOf(name) !== index)
  if (twice.length > 0) throw new TypeError(`${id}.md has two blocks ${twice.join(', ')}`)
  const find = (kind: string, name: string) => blocks.find((block) => block.kind === kind && block.name === name)
  return {
    ...{ id, text, blocks, find },
    answers: Answers.parse(readRows(text, '| call | reply of the upstream |')),
    results: Results.parse(readRows(text, '| call | result |')),
    block(kind, name) {
      const found = find(kind, name)
      if (!found) throw new TypeError(`${id}.md has no block ${kind}=${name}`)
      return found
    },
  }
}
