import { readFile, writeFile } from 'node:fs/promises'

const PAGE = new URL('../../../../docs/reference/performance.md', import.meta.url)

/** Puts what a measurement gave in its place in docs/reference/performance.md. @throws Where the page has no such place. */
export async function writeFigures(name: string, figures: string): Promise<void> {
  const [begin, end] = [`<!-- figures: ${name} -->\n`, '<!-- end of figures -->']
  const page = await readFile(PAGE, 'utf8')
  const start = page.indexOf(begin)
  const stop = page.indexOf(end, start)
  if (start < 0 || stop < 0) throw new Error(`performance.md has no place for the figures of ${name}`)
  await writeFile(PAGE, `${page.slice(0, start)}${begin}${figures}\n${page.slice(stop)}`)
}
