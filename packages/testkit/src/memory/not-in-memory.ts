import { testkitErrors } from '../error-codes.ts'

/**
 * A part of a store that memory does not have, because no call and no plugin needs it: each of its methods refuses.
 *
 * @param what In the plural, such as `statements`.
 * @throws `NOT_IN_MEMORY` from each method.
 */
export function notInMemory<Part extends object>(what: string): Part {
  const refuse = async (): Promise<never> => {
    throw testkitErrors.error('NOT_IN_MEMORY', { what })
  }
  // Whoever holds the part must not take it for a promise, nor for something to be disposed.
  const isMethod = (name: string | symbol): boolean => typeof name === 'string' && name !== 'then'
  return new Proxy({} as Part, { get: (_, name) => (isMethod(name) ? refuse : undefined) })
}
