import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import * as z from 'zod'

/** A PDF as another program reads it. */
export interface PdfText {
  /** What stands on each page, line by line. */
  readonly pages: readonly string[]
  readonly properties: Readonly<Record<string, unknown>>
}

const find = createRequire(import.meta.url)
const Item = z.object({ str: z.string(), hasEOL: z.boolean() })

/** pdf.js is written for Node 22; this one thing Node 20 has not. */
function provideWithResolvers(): void {
  if ('withResolvers' in Promise) return
  Object.assign(Promise, {
    withResolvers() {
      let settle = {}
      const promise = new Promise((resolve, reject) => {
        settle = { resolve, reject }
      })
      return { promise, ...settle }
    },
  })
}

/** Opens a PDF by pdf.js. */
export async function openPdf(bytes: Uint8Array) {
  provideWithResolvers()
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 })
  return { pdf: await task.promise, close: () => task.destroy() }
}

/** Reads a PDF by pdf.js. It reads shaped scripts glyph by glyph, so their letters come in the order in which they stand. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  const { pdf, close } = await openPdf(bytes)
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(
      z
        .array(Item)
        .parse(items)
        .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
        .join(''),
    )
  }
  const { info } = await pdf.getMetadata()
  await close()
  return { pages, properties: { ...info } }
}

const Qpdf = z.object({
  callMain: z.custom<(given: string[]) => number>(),
  FS: z.object({
    writeFile: z.custom<(path: string, bytes: Uint8Array) => void>(),
    readFile: z.custom<(path: string) => Uint8Array>(),
  }),
})

interface QpdfRun {
  readonly code: number
  /** What it wrote to `/made.pdf`, if anything. */
  readonly made: Uint8Array | null
}

/** Runs QPDF, without its words, on `/given.pdf`. */
async function runQpdf(bytes: Uint8Array, given: readonly string[]): Promise<QpdfRun> {
  const { default: open } = await import('@neslinesli93/qpdf-wasm')
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  try {
    const { FS, callMain } = Qpdf.parse(
      await open({ locateFile: () => find.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm') }),
    )
    FS.writeFile('/given.pdf', bytes)
    const code = callMain([...given])
    return { code, made: given.includes('/made.pdf') ? FS.readFile('/made.pdf') : null }
  } finally {
    said.mockRestore()
    complained.mockRestore()
  }
}

/** What `qpdf --check` says, as an exit code: 0 where nothing is wrong. */
export const checkPdf = async (bytes: Uint8Array): Promise<number> =>
  (await runQpdf(bytes, ['--check', '/given.pdf'])).code

/** The inside of a PDF, unpacked. */
export async function unpackPdf(bytes: Uint8Array): Promise<string> {
  const { made } = await runQpdf(bytes, [
    '--stream-data=uncompress',
    '--object-streams=disable',
    '/given.pdf',
    '/made.pdf',
  ])
  return Buffer.from(made ?? []).toString('latin1')
}

const installed = (tool: string): boolean => {
  try {
    execFileSync(tool, [tool === 'qpdf' ? '--version' : '-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A tool of this machine run on a PDF: its output, or null where it is not installed. Throws where it ends with an error. */
export function runTool(
  tool: 'qpdf' | 'pdftotext' | 'pdftoppm',
  given: readonly string[],
  pdf: Uint8Array,
): Buffer | null {
  if (!installed(tool)) return null
  const folder = mkdtempSync(join(tmpdir(), 'parakh-pdf-'))
  try {
    const file = join(folder, 'given.pdf')
    writeFileSync(file, pdf)
    const all = given.map((one) => (one === 'FILE' ? file : one))
    return execFileSync(tool, all, { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 64_000_000 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
