import { CALL_ERRORS, type ErrorTable } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'

const BY_END: readonly (readonly [RegExp, number])[] = [
  [/_NOT_FOUND$/, 404],
  [/^INVALID_|_INVALID$|_NOT_ALLOWED$|_TOO_(SMALL|LARGE|LONG|SHORT|LOW|HIGH)$/, 422],
  [/_(REUSED|EXISTS|IN_USE|TAKEN|USED)$|^ALREADY_|_ALREADY_/, 409],
]

/** A refusal of calls that is thrown elsewhere too, such as while money stands still. */
const CALL_STATUS: ReadonlyMap<string, number> = new Map(
  Object.entries(CALL_ERRORS).map(([code, { status }]) => [code, status]),
)

/** Errors of the host itself, which who runs an operation cannot mend. */
const INFRASTRUCTURE =
  /^(ARCHIVE|BACKUP|DATABASE|DURABILITY|LEDGER|MASTER_KEY|OPERATION|PEPPER|SCHEMA|SEALED|TABLE_PREFIX)_|^INVALID_(CONFIGURATION|OPTIONS)$/
const PLATFORM: readonly string[] = ['core', 'kernel', 'store']

/**
 * The HTTP status of an error's code: what the operation says of it, then its table, then the code's ending; 409 for other codes of a table.
 *
 * @param tables Those of core and of all plugins.
 * @returns Undefined: no table has the code, or it is trouble of the host itself.
 */
export function errorStatus(
  code: string,
  {
    declared,
    tables,
  }: { readonly declared: Readonly<Record<string, number>>; readonly tables: readonly ErrorTable<string>[] },
): number | undefined {
  const said = declared[code] ?? tables.find(({ statuses }) => Object.hasOwn(statuses, code))?.statuses[code]
  if (said !== undefined) return said
  const table = tables.find(({ codes }) => Object.hasOwn(codes, code))
  const isOfPlugin = table !== undefined && !PLATFORM.includes(table.package)
  if (INFRASTRUCTURE.test(code) && !isOfPlugin) return undefined
  const isRule = table !== undefined && table.package !== kernelErrors.package
  return BY_END.find(([end]) => end.test(code))?.[1] ?? (isRule ? 409 : CALL_STATUS.get(code))
}
