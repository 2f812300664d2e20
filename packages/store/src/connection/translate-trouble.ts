import { databaseRefusal } from './database-refusal.ts'
import { troubleError } from './error-facts.ts'

/** A part of the store, and what is trouble there. */
export interface TroubledPart<Part extends object> {
  /** As a log line names it: `wallet`. */
  readonly name: string
  /** An object of methods. */
  readonly part: Part
  /** Whether the same may succeed later. */
  isTrouble(error: unknown): boolean
}

/**
 * A part of the store whose methods throw `STORE_UNAVAILABLE` where the database was busy or away, so that a call answers 503 and not
 * 500, and `OPERATION_REFUSED` where it refused a statement. The log names the method in the place of a statement. Batches say so themselves,
 * after they were tried again.
 */
export function translateTrouble<Part extends object>({ name, part, isTrouble }: TroubledPart<Part>): Part {
  const translate = (method: string, error: unknown): never => {
    if (!isTrouble(error)) throw databaseRefusal(error, `${name}.${method}`)
    throw troubleError(error, `${name}.${method}`)
  }
  const guarded = Object.entries(part).map(([key, member]: [string, unknown]) => {
    if (typeof member !== 'function') return [key, member]
    const method = (...given: readonly unknown[]): unknown => {
      const result: unknown = Reflect.apply(member, part, given)
      return result instanceof Promise ? result.catch((error: unknown) => translate(key, error)) : result
    }
    return [key, method]
  })
  // The same members with the same signatures: only what they throw is another.
  return Object.fromEntries(guarded) as Part
}
