import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod'
import { PRIVATE_MODE } from '../../connection/private-file.ts'
import { storeErrors } from '../../error-codes.ts'
import { isEnvironment } from '../entry-lines.ts'

const FORM = 1

/** What is written into an archive: a period begins, or some of its entries as lines, by environment. */
export type ArchivePart = { readonly period: number } | { readonly texts: ReadonlyMap<string, string> }

const First = z.object({ parakh_ledger_archive: z.literal(FORM) })
const Head = z.object({ period: z.int() })

/**
 * Writes an archive (docs/guides/backup-and-restore.md has its form) beside its name, synced; it gets its name only after it was looked
 * at. So a file with the name of an archive is whole, whenever the process died.
 *
 * @param check Reads the file again, under the name that it has until then; what it throws leaves no file behind.
 * @returns What `check` gave.
 * @throws `ARCHIVE_EXISTS`, `ARCHIVE_UNREADABLE`
 */
export async function writeArchive<T>(
  file: string,
  parts: AsyncIterable<ArchivePart>,
  check: (partial: string) => Promise<T>,
): Promise<T> {
  const partial = `${file}.partial`
  const handle = await open(partial, 'wx', PRIVATE_MODE).catch((cause: unknown) => {
    throw isExisting(cause) ? storeErrors.error('ARCHIVE_EXISTS', { file: partial }) : unreadable(file, cause)
  })
  let checked: T
  try {
    await pipeline(Readable.from(textOf(parts)), createGzip(), handle.createWriteStream({ flush: true }))
    checked = await check(partial)
    // Not a rename: that would take the place of a file that came meanwhile.
    await link(partial, file).catch((cause: unknown) => {
      throw isExisting(cause) ? storeErrors.error('ARCHIVE_EXISTS', { file }) : unreadable(file, cause)
    })
  } finally {
    await unlink(partial)
  }
  await syncFolder(dirname(file))
  return checked
}

async function* textOf(parts: AsyncIterable<ArchivePart>): AsyncGenerator<string> {
  yield `${JSON.stringify({ parakh_ledger_archive: FORM })}\n`
  for await (const part of parts) {
    if ('period' in part) yield `${JSON.stringify({ period: part.period })}\n`
    else for (const text of part.texts.values()) yield `${text}\n`
  }
}

/** Makes a new name in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A period of an archive: its lines, by environment. They are bounded, as a period is. */
export interface ArchivedPeriod {
  readonly number: number
  readonly texts: ReadonlyMap<string, string>
}

/** Reads an archive, period by period. @throws `ARCHIVE_UNREADABLE` */
export async function* readArchive(file: string): AsyncGenerator<ArchivedPeriod> {
  const input = createReadStream(file)
  const unzipped = createGunzip()
  input.on('error', (error) => unzipped.destroy(error))
  const lines = createInterface({ input: input.pipe(unzipped), crlfDelay: Number.POSITIVE_INFINITY })
  // The iterator over lines ends without an error where its stream has one.
  let failed: unknown = null
  const fail = (error: unknown): void => {
    failed ??= error
    lines.close()
  }
  unzipped.on('error', fail)
  lines.on('error', fail)
  let open: { readonly number: number; readonly lines: Map<string, string[]> } | null = null
  let first = true
  try {
    for await (const line of lines) {
      if (first) First.parse(JSON.parse(line))
      else if (line.startsWith('{')) {
        if (open) yield periodOf(open)
        open = { number: Head.parse(JSON.parse(line)).period, lines: new Map() }
      } else if (open) keep(open.lines, line)
      first = false
    }
    if (failed !== null) throw failed
    if (open) yield periodOf(open)
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

const Entry = z.array(z.unknown())

function keep(lines: Map<string, string[]>, line: string): void {
  const environment = Entry.parse(JSON.parse(line))[4]
  const name = typeof environment === 'string' && isEnvironment(environment) ? environment : 'unknown'
  const known = lines.get(name)
  if (known) known.push(line)
  else lines.set(name, [line])
}

const periodOf = ({ number, lines }: { number: number; lines: ReadonlyMap<string, string[]> }): ArchivedPeriod => ({
  number,
  texts: new Map([...lines].map(([environment, texts]) => [environment, texts.join('\n')])),
})

/** SHA-256 of a file, in hexadecimal. @throws `ARCHIVE_UNREADABLE` */
export async function sha256OfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (cause) {
    throw unreadable(file, cause)
  }
  return hash.digest('hex')
}

const isExisting = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST'

const unreadable = (file: string, cause: unknown) =>
  storeErrors.error(
    'ARCHIVE_UNREADABLE',
    { file, detail: cause instanceof Error ? cause.message : String(cause) },
    { cause },
  )
