/**
 * Work with a deadline, whether or not it heeds the signal.
 *
 * @param ms Milliseconds.
 * @throws What the work throws; the signal's reason, a `TimeoutError`, where the time is over first.
 */
export async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException('The deadline passed', 'TimeoutError')
      controller.abort(reason)
      reject(reason)
    }, ms)
  })
  try {
    return await Promise.race([work(controller.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
