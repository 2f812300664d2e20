import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const Stored = z.object({
  pepper: z.string(),
  masterKey: z.string(),
  // Older files have one text.
  jwtKeys: z.union([z.string(), z.array(z.object({ id: z.string(), value: z.string() }))]),
})
/** Secrets for development: texts, and two signing keys, of which the first signs and both verify. */
export type DevelopmentSecrets = z.output<typeof Stored>

const FOLDER = '.parakh'
const FILE = 'development-secrets.json'

const randomSecret = (): string => randomBytes(32).toString('base64')

/**
 * The development secrets of a folder: read from `.parakh/development-secrets.json`, or generated there once, readable only by the
 * owner and ignored by git. Never for production.
 *
 * @param folder The configuration file's folder.
 * @example
 * await createServer(file, { secrets: await developmentSecrets(dirname(file)) })
 */
export async function developmentSecrets(folder: string): Promise<DevelopmentSecrets> {
  const home = join(folder, FOLDER)
  const file = join(home, FILE)
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known !== null) return Stored.parse(JSON.parse(known))
  const made = {
    pepper: randomSecret(),
    masterKey: randomSecret(),
    jwtKeys: [
      { id: '1', value: randomSecret() },
      { id: '2', value: randomSecret() },
    ],
  }
  await mkdir(home, { recursive: true, mode: 0o700 })
  await writeFile(join(home, '.gitignore'), '*\n')
  // Written whole under a name of its own, then linked: of two concurrent processes one makes the file, and neither reads half of it.
  const own = `${file}.${randomBytes(6).toString('hex')}`
  await writeFile(own, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  await chmod(own, 0o600)
  await link(own, file).catch((error: unknown) => {
    if (!isTaken(error)) throw error
  })
  await rm(own)
  return Stored.parse(JSON.parse(await readFile(file, 'utf8')))
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'
