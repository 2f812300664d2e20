import { Readable } from 'node:stream'
import type { SmtpOptionsValue } from '@parakh/core/fields'
import SmtpConnection from 'nodemailer/lib/smtp-connection'
import type { Mail } from './mail.ts'

/** How long a host may take to close its side after we said good-bye. */
const FAREWELL_MS = 1_000
const LONGEST_REPLY_BYTES = 65_536

/** What became of handing a mail over. */
export type HandedOver =
  | { readonly taken: true }
  | { readonly taken: false; readonly thrown: unknown; readonly textBegan: boolean }

type Done = (error?: Error | null) => void

/** Waits for a step of nodemailer. */
const step = (begin: (done: Done) => void): Promise<void> =>
  new Promise((resolve, reject) => begin((error) => (error ? reject(error) : resolve())))

/** The text of a mail, and whether it was begun: a stream is read only when the host has asked for it (354). */
function lazily(raw: Buffer): { readonly stream: Readable; began(): boolean } {
  let began = false
  const stream = new Readable({
    read() {
      began = true
      this.push(raw)
      this.push(null)
    },
  })
  return { stream, began: () => began }
}

function connectionFor(options: SmtpOptionsValue): SmtpConnection {
  const { host, port, secure, requireTLS, tls, connectTimeoutMs, replyTimeoutMs } = options
  return new SmtpConnection({
    ...{ host, port, secure, requireTLS, tls, logger: false },
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: replyTimeoutMs,
    socketTimeout: replyTimeoutMs,
    socketCloseTimeout: FAREWELL_MS,
    maxResponseSize: LONGEST_REPLY_BYTES,
  })
}

/**
 * Hands one mail over, on a connection of its own, which it closes. Certificates are verified. Never throws.
 *
 * @param signal Ends it at once.
 */
export async function handOver(mail: Mail, options: SmtpOptionsValue, signal: AbortSignal): Promise<HandedOver> {
  const connection = connectionFor(options)
  const text = lazily(mail.raw)
  let give: (error: Error) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    give = reject
  })
  broken.catch(() => undefined)
  const stop = () => give(new Error('aborted'))
  connection.on('error', give)
  signal.addEventListener('abort', stop, { once: true })
  const talk = async (): Promise<void> => {
    signal.throwIfAborted()
    await step((done) => connection.connect(done))
    const { auth } = options
    if (auth) await step((done) => connection.login({ ...auth }, done))
    await step((done) => connection.send({ from: mail.from, to: [mail.to] }, text.stream, done))
  }
  try {
    await Promise.race([broken, talk()])
    connection.quit()
    return { taken: true }
  } catch (thrown) {
    // The connection is closed in the same turn of the event loop: nothing can begin after this was said.
    return { taken: false, thrown, textBegan: text.began() }
  } finally {
    signal.removeEventListener('abort', stop)
    connection.close()
  }
}
