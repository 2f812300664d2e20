import { errorCode } from '../billing/batch/retry.ts'
import { storeErrors } from '../error-codes.ts'

/**
 * A part of the store whose methods throw `STORE_UNAVAILABLE` where the database was busy or away, so that a call answers 503 and not
 * 500. Batches say so themselves, after they were tried again.
 *
 * @param part An object of methods.
 * @param isTrouble Whether the same may succeed later.
 */
export function translateTrouble<Part extends object>(part: Part, isTrouble: (error: unknown) => boolean): Part {
  const translate = (error: unknown): never => {
    if (!isTrouble(error)) throw error
    throw storeErrors.error('STORE_UNAVAILABLE', { reason: errorCode(error) }, { cause: error })
  }
  const guarded = Object.entries(part).map(([name, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [name, member]
    const method = (...given: readonly unknown[]): unknown => {
      const result: unknown = Reflect.apply(member, part, given)
      return result instanceof Promise ? result.catch(translate) : result
    }
    return [name, method]
  })
  // The same members with the same signatures: only what they throw is another.
  return Object.fromEntries(guarded) as Part
}
