import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 20
/** Ten seconds. */
const MOST_TRIES = 500
/** Five seconds: a lock that its process left behind, because a line is written in milliseconds. */
const TRIES_OF_A_STALE_ONE = 250

/**
 * Takes a lock that one process of this machine has at a time: a file that is there.
 *
 * @returns Gives it back when it is disposed.
 * @throws What the file system says where it cannot be had.
 */
export async function lockFile(file: string): Promise<AsyncDisposable> {
  let [seen, times] = ['', 0]
  for (let tries = 0; ; tries += 1) {
    try {
      await (await open(file, 'wx')).close()
      return { [Symbol.asyncDispose]: () => rm(file, { force: true }) }
    } catch (error) {
      if (!isTaken(error) || tries >= MOST_TRIES) throw error
    }
    const mark = await stat(file).then(
      ({ ino, mtimeMs }) => `${ino} ${mtimeMs}`,
      () => '',
    )
    times = mark === seen ? times + 1 : 0
    seen = mark
    if (times >= TRIES_OF_A_STALE_ONE) await rm(file, { force: true })
    await sleep(PAUSE_MS)
  }
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'
