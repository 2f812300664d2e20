import { extensionPoint } from '../extension-point.ts'
import type { ErasedCalls } from './subjects.ts'

/** Removes what a plugin keeps of erased calls in tables of its own. */
export interface Eraser {
  /** Called again where an erasure did not come to its end: what is gone already is no error. */
  erase(calls: ErasedCalls): Promise<void>
}

/**
 * What plugins keep of calls in tables of their own. Records whose id is the reference of their call, or begins with it and a dot, are the host's
 * to remove.
 *
 * @example
 * Erasers.contribute({
 *   id: 'letters', needs: { letters: Letters },
 *   make: ({ letters }) => ({ erase: ({ references }) => letters.removeOf(references) }),
 * })
 */
export const Erasers = extensionPoint<Eraser>('core.erasers', { version: 1 })
