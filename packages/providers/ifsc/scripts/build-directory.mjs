/**
 * Makes data/directory.json.br, the code list and bank table that @parakh/ifsc carries, from the npm package `ifsc` (a
 * devDependency: MIT, Razorpay). That package's own code is never loaded, only its JSON files.
 *
 * Run by `pnpm --filter @parakh/ifsc run data`, before packing, and by vitest as a globalSetup (its default export).
 */
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'

/** Raised when what is made from the same package changes. */
const FORMAT = 1
const BANK_CODE_LENGTH = 4
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'data', 'directory.json.br')
const packageFolder = dirname(createRequire(import.meta.url).resolve('ifsc/package.json'))
const readJson = async (...path) => JSON.parse(await readFile(join(packageFolder, ...path), 'utf8'))

/** The base-36 value of the six characters after the zero; fits in 32 bits. */
const branchNumber = (branch) => Number.parseInt(String(branch).padStart(6, '0'), 36)

/** Ascending numbers as the first and then the steps: small, and smaller still when compressed. */
function steps(branches) {
  const numbers = branches.map(branchNumber).sort((a, b) => a - b)
  return numbers.map((number, index) => (index === 0 ? number : number - numbers[index - 1]))
}

/** Whose a code is, as the package resolves it: an exact sublet, then the longest custom prefix, then its first four letters. */
function ownerResolver(sublets, customSublets) {
  const prefixes = Object.entries(customSublets).sort(([a], [b]) => b.length - a.length)
  return (ifsc) =>
    sublets[ifsc] ?? prefixes.find(([prefix]) => ifsc.startsWith(prefix))?.[1] ?? ifsc.slice(0, BANK_CODE_LENGTH)
}

/** The facts of every code that belongs to another bank than its first four letters say, grouped by that bank's name. */
function subletGroups(codes, ownerOf, names) {
  const groups = new Map()
  for (const [bank, branches] of Object.entries(codes)) {
    for (const branch of branches) {
      const ifsc = `${bank}0${String(branch).padStart(6, '0')}`
      const owner = ownerOf(ifsc)
      if (owner === bank) continue
      // An owner is a bank's code or, in the custom table, sometimes its name.
      const name = names[owner] ?? (/^[A-Z]{4}$/.test(owner) ? null : owner)
      groups.set(name, [...(groups.get(name) ?? []), ifsc])
    }
  }
  return [...groups].map(([name, ifscs]) => ({ name, ifscs: ifscs.sort() }))
}

/** The bank's flags that the package states; what it does not state is unknown. */
function statedRails(facts = {}) {
  const stated = {}
  for (const rail of ['neft', 'rtgs', 'imps', 'upi']) if (typeof facts[rail] === 'boolean') stated[rail] = facts[rail]
  return stated
}

async function makeDirectory(version) {
  const [codes, banks, names, sublets, customSublets] = await Promise.all(
    ['IFSC.json', 'banks.json', 'banknames.json', 'sublet.json', 'custom-sublets.json'].map((f) => readJson('src', f)),
  )
  const ownerOf = ownerResolver(sublets, customSublets)
  return {
    format: FORMAT,
    source: `ifsc@${version}`,
    banks: Object.keys(codes)
      .sort()
      .map((code) => ({
        code,
        name: names[code] ?? null,
        rails: statedRails(banks[code]),
        steps: steps(codes[code]),
      })),
    sublets: subletGroups(codes, ownerOf, names),
  }
}

/** Whether the file is there, made from this version of the package by this script. */
async function isCurrent(version) {
  try {
    const made = JSON.parse(brotliDecompressSync(await readFile(target)).toString('utf8'))
    return made.format === FORMAT && made.source === `ifsc@${version}`
  } catch {
    return false
  }
}

/**
 * Makes data/directory.json.br where it is absent or of another version.
 *
 * @returns {Promise<boolean>} Whether it was made now.
 */
export async function ensureDirectoryData() {
  const { version } = await readJson('package.json')
  if (await isCurrent(version)) return false
  const text = JSON.stringify(await makeDirectory(version))
  const compressed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
  })
  await mkdir(dirname(target), { recursive: true })
  // Renamed into place, so that a reader of the same moment never sees half a file.
  const draft = `${target}.${process.pid}`
  await writeFile(draft, compressed)
  await rename(draft, target)
  await copyFile(join(packageFolder, 'LICENSE'), join(dirname(target), 'LICENSE-ifsc'))
  return true
}

export default async function setup() {
  await ensureDirectoryData()
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const made = await ensureDirectoryData()
  process.stdout.write(made ? 'made data/directory.json.br\n' : 'data/directory.json.br is up to date\n')
}
