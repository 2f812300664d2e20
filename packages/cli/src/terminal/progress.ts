import { createRequire } from 'node:module'
import type CliProgress from 'cli-progress'
import type { CommonOptions } from './common-options.ts'
import type { Terminal } from './terminal.ts'

const load = createRequire(import.meta.url)

/** A progress bar, or nothing without a terminal. */
export interface Progress {
  /** @param of The total, if known. */
  update(done: number, of?: number): void
  stop(): void
}

/**
 * A progress bar on standard error; silent with `--json` and without a terminal.
 *
 * @param label The operation, such as `ifsc import`.
 */
export function startProgress(terminal: Terminal, options: CommonOptions, label: string): Progress {
  if (options.json === true || !terminal.interactive) return { update: () => undefined, stop: () => undefined }
  // Loaded with the first bar, because a server draws none.
  const { SingleBar }: typeof CliProgress = load('cli-progress')
  const bar = new SingleBar({
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
    format: `${label} [{bar}] {value}/{total}`,
  })
  let started = false
  return {
    update(done, of) {
      const total = of ?? done
      if (!started) bar.start(total, done)
      started = true
      bar.setTotal(total)
      bar.update(done)
    },
    stop() {
      if (started) bar.stop()
    },
  }
}
