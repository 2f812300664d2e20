import { createRequire } from 'node:module'
import type { LogFacts, Logger } from '@parakh/core'
import type Pino from 'pino'
import { allowedFacts } from './allowed-facts.ts'
import { type LogLevel, logLines } from './log-lines.ts'

// Loaded only if no logger was given.
const load = createRequire(import.meta.url)

type Write = (facts: LogFacts, event: string) => void

/** The part of pino that is used: `facts` first, then the event's name. */
export interface PinoLike {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  readonly child: (...bindings: never[]) => unknown
}

const isPinoLike = (logger: Logger | PinoLike): logger is PinoLike =>
  'child' in logger && typeof logger.child === 'function'

/**
 * A core logger that writes to a pino-like logger. Only the event and permitted fields are written.
 *
 * @example
 * const logger = pinoLogger(pino({ level: 'info' }))
 */
export function pinoLogger(target: PinoLike): Logger {
  return {
    debug: (event, facts = {}) => target.debug(allowedFacts(facts), event),
    info: (event, facts = {}) => target.info(allowedFacts(facts), event),
    warn: (event, facts = {}) => target.warn(allowedFacts(facts), event),
    error: (event, facts = {}) => target.error(allowedFacts(facts), event),
  }
}

const nothing = (): void => undefined
const silent: Logger = { debug: nothing, info: nothing, warn: nothing, error: nothing }

/** Adapts a given logger to core's; the fields are filtered in any case. */
export function asLogger(given: Logger | PinoLike | false | undefined): Logger {
  if (given === false) return silent
  if (given === undefined) return standardLogger()
  if (isPinoLike(given)) return pinoLogger(given)
  return {
    debug: (event, facts = {}) => given.debug(event, allowedFacts(facts)),
    info: (event, facts = {}) => given.info(event, allowedFacts(facts)),
    warn: (event, facts = {}) => given.warn(event, allowedFacts(facts)),
    error: (event, facts = {}) => given.error(event, allowedFacts(facts)),
  }
}

/** Waiting characters at which lines are written at once. */
const MOST_WAITING = 8_192
/** The longest wait of a line, in milliseconds. */
const WAIT_MS = 20

/** Writes lines in groups: one system call per line would take a fifth of a busy server's time. */
function writeTogether(fd: number): { write(line: string): void } {
  // sonic-boom measures its whole buffer at each write, so lines are buffered here first.
  const pino: typeof Pino = load('pino')
  const destination = pino.destination({ fd, sync: true })
  let lines: string[] = []
  let length = 0
  let waiting = false
  const write = (): void => {
    const together = lines.join('')
    lines = []
    length = 0
    if (together !== '') destination.write(together)
  }
  const flush = (): void => {
    waiting = false
    process.off('exit', flush)
    write()
  }
  return {
    write(line) {
      lines.push(line)
      length += line.length
      if (length >= MOST_WAITING) write()
      if (waiting) return
      waiting = true
      process.on('exit', flush)
      setTimeout(flush, WAIT_MS)
    },
  }
}

/** Lines of level info and above. */
function standardLogger(): Logger {
  // Standard output is for results of commands.
  const out = writeTogether(process.stderr.fd)
  const line = logLines(Date.now)
  const write =
    (level: LogLevel) =>
    (event: string, facts: LogFacts = {}): void =>
      out.write(line(level, event, allowedFacts(facts)))
  return { debug: nothing, info: write('info'), warn: write('warn'), error: write('error') }
}
