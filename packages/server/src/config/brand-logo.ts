import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ConfigurationFault } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import type { Brand } from './brand.ts'

const PATH = 'brand.logo'
const MOST_BYTES = 512_000
const ADDRESS = /^(https?:|data:)/i
const INLINE = /^data:image\/(?:png|jpeg);base64,(.+)$/

/** The first bytes of each file type. */
const KINDS: readonly (readonly [type: string, begins: (start: string) => boolean])[] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/svg+xml', (start) => /^(?:\xef\xbb\xbf)?\s*(?:<\?xml|<!--|<!DOCTYPE|<svg)/i.test(start)],
]

async function dataUrlOf(file: string): Promise<string> {
  const bytes = await readFile(file).catch(() => {
    throw new TypeError('there is no such file, or it cannot be read')
  })
  if (bytes.length > MOST_BYTES) throw new TypeError(`it has ${bytes.length} bytes`)
  const start = bytes.toString('latin1', 0, 100)
  const [type] = KINDS.find(([, begins]) => begins(start)) ?? []
  if (!type) throw new TypeError('it is neither PNG, JPEG nor SVG')
  return `data:${type};base64,${bytes.toString('base64')}`
}

/**
 * Replaces a logo file of a brand by a data: URL, so that pages and documents need not read the file. Whether it can be drawn is told by the
 * plugin that draws.
 *
 * @param folder The configuration file's folder.
 */
export async function placeLogo(
  brand: Brand,
  folder: string,
): Promise<{ readonly brand: Brand; readonly faults: readonly ConfigurationFault[] }> {
  const { logo, ...rest } = brand
  if (logo === undefined) return { brand, faults: [] }
  try {
    return { brand: { ...brand, logo: ADDRESS.test(logo) ? logo : await dataUrlOf(resolve(folder, logo)) }, faults: [] }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const facts = { file: resolve(folder, logo), detail }
    return { brand: rest, faults: [serverErrors.fault('LOGO_UNREADABLE', PATH, facts)] }
  }
}

/** The bytes of a logo for documents: PNG or JPEG, from a file or a data: URL. */
export function logoBytes({ logo }: Brand): Buffer | null {
  const inline = INLINE.exec(logo ?? '')
  return inline?.[1] === undefined ? null : Buffer.from(inline[1], 'base64')
}
