import type { Steps, TransactionRequest } from '@parakh/core'

/**
 * Runs a transaction of a plugin: each request that its generator yields is carried out, and the answer given back. A request that fails ends
 * it: nothing can be caught there, because PostgreSQL carries out nothing more in a transaction after an error.
 */
export async function runWork<T>(
  work: Steps<T>,
  perform: (request: TransactionRequest) => Promise<unknown>,
): Promise<T> {
  if (typeof work?.next !== 'function')
    throw new TypeError('a transaction is a generator function: function* (tx) { … }')
  try {
    let step = work.next()
    while (!step.done) step = work.next(await perform(step.value))
    return step.value
  } catch (error) {
    work.return(undefined as never)
    throw error
  }
}
