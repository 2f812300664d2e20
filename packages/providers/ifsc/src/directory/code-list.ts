import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { token } from '@parakh/core'
import * as z from 'zod'
import { CODE_LIST_FILE } from '../code-list-file.ts'
import { ifscErrors } from '../error-codes.ts'

const unpack = promisify(brotliDecompress)
const rail = z.boolean().optional()
const isStep = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
/** Looked at in one go: a schema for each of 177,000 numbers would take a tenth of a second of the start. */
const Steps = z.custom<readonly number[]>((value) => Array.isArray(value) && value.every(isStep))
/** What scripts/build-directory.mjs writes. */
const DirectoryFile = z.object({
  banks: z.array(
    z.object({
      code: z.string().length(4),
      name: z.string().nullable(),
      rails: z.object({ neft: rail, rtgs: rail, imps: rail, upi: rail }),
      /** The base-36 value of the first branch, and then what each next one adds. */
      steps: Steps,
    }),
  ),
  /** Codes that belong to another bank than their first four letters say. */
  sublets: z.array(z.object({ name: z.string().nullable(), ifscs: z.array(z.string().length(11)) })),
})

/** What the bundled list knows of a code. A flag that is absent is not known. */
export interface BankOfCode {
  readonly bank: string | null
  readonly rails: { readonly [K in 'neft' | 'rtgs' | 'imps' | 'upi']?: boolean | undefined }
}

/** Every IFSC there is, with the bank behind it. */
export interface CodeList {
  /** How many codes it holds. */
  readonly size: number
  /** Whose code this is; null where no bank has it. @param ifsc Eleven characters in upper case. */
  find(ifsc: string): BankOfCode | null
}

/** The bundled code list of a server: about 1 MB in memory. */
export const CodeList = token<CodeList>('ifsc.code-list')

const BRANCH_START = 5
const IFSC_SHAPE = /^[A-Z]{4}0[A-Z0-9]{6}$/
const NO_RAILS = {}

/** Whether `branch` stands in an ascending array. */
function includes(ascending: Uint32Array, branch: number): boolean {
  let low = 0
  let high = ascending.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const value = ascending[middle] ?? 0
    if (value === branch) return true
    if (value < branch) low = middle + 1
    else high = middle - 1
  }
  return false
}

/** The numbers that steps lead to. Six characters of base 36 fit in 32 bits. */
function ascend(steps: readonly number[]): Uint32Array {
  const numbers = new Uint32Array(steps.length)
  let at = 0
  for (const [index, step] of steps.entries()) {
    at += step
    numbers[index] = at
  }
  return numbers
}

function codeListOf(file: z.output<typeof DirectoryFile>): CodeList {
  const banks = new Map(
    file.banks.map(({ code, name, rails, steps }) => [code, { known: { bank: name, rails }, branches: ascend(steps) }]),
  )
  const sublets = new Map(
    file.sublets.flatMap(({ name, ifscs }) => {
      // The flags of the bank that lends its code say nothing about the bank that uses it.
      const known: BankOfCode = { bank: name, rails: NO_RAILS }
      return ifscs.map((ifsc) => [ifsc, known] as const)
    }),
  )
  return {
    size: file.banks.reduce((sum, bank) => sum + bank.steps.length, 0),
    find(ifsc) {
      const bank = IFSC_SHAPE.test(ifsc) ? banks.get(ifsc.slice(0, 4)) : undefined
      if (!bank || !includes(bank.branches, Number.parseInt(ifsc.slice(BRANCH_START), 36))) return null
      return sublets.get(ifsc) ?? bank.known
    },
  }
}

/**
 * Reads the code list that the package carries.
 *
 * @param location Where the file lies; the package's own unless given.
 * @throws `DIRECTORY_UNREADABLE`
 * @example
 * const codes = await loadCodeList()
 * codes.find('KKBK0000261') // { bank: 'Kotak Mahindra Bank', rails: { upi: true } }
 */
export async function loadCodeList(location: URL = CODE_LIST_FILE): Promise<CodeList> {
  try {
    const text = (await unpack(await readFile(location))).toString('utf8')
    return codeListOf(DirectoryFile.parse(JSON.parse(text)))
  } catch (cause) {
    throw ifscErrors.error('DIRECTORY_UNREADABLE', { path: fileURLToPath(location) }, { cause })
  }
}
