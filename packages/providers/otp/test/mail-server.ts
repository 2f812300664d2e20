import type { AddressInfo, Socket } from 'node:net'
import { SELF_SIGNED_CERTIFICATE } from '@parakh/testkit'
import { SMTPServer } from 'smtp-server'

/** Who may log in. */
export const LOGIN = { user: 'otp', pass: 'mail-passw0rd' } as const

/** A mail as the server took it. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Who had logged in. */
  readonly user: string | null
  readonly encrypted: boolean
  readonly raw: string
}

/** Where in a dialogue a server misbehaves. */
type Step = 'mail-from' | 'recipient' | 'text'
interface Behaviour {
  /** Answers a step so: `[451, '4.7.1 Greylisted']`. */
  refuse?: { readonly at: Step; readonly reply: readonly [code: number, text: string] }
  /** Ends the connection at a step, without a reply. */
  drop?: Step
  /** Says nothing more from a step on. */
  silent?: Step
}

/** How a mail server is set up. */
export interface MailServerOptions {
  /** TLS from the first byte. */
  readonly secure?: boolean
  /** False: STARTTLS is not offered. */
  readonly starttls?: boolean
  /** False: takes mail from anybody. */
  readonly login?: boolean
}

const refusal = ([responseCode, text]: readonly [number, string]): Error =>
  Object.assign(new Error(text), { responseCode })

/** A true SMTP server on this machine, which keeps what it is sent and misbehaves as it is told. */
export async function mailServer({ secure = false, starttls = true, login = true }: MailServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const behaviour: Behaviour = {}
  const reached: Step[] = []
  const meet = (step: Step, go: (error?: Error | null) => void): void => {
    reached.push(step)
    const { refuse, drop, silent } = behaviour
    if (drop === step) for (const socket of sockets) socket.destroy()
    else if (refuse?.at === step) go(refusal(refuse.reply))
    else if (silent !== step) go()
  }
  const server = new SMTPServer({
    ...SELF_SIGNED_CERTIFICATE,
    secure,
    authOptional: !login,
    // Nothing but what is asked for is written to the terminal of a test.
    logger: false,
    disabledCommands: [...(starttls && !secure ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.pass
        ? done(null, { user: username })
        : done(new Error('Invalid username or password')),
    onMailFrom: (_address, _session, done) => meet('mail-from', done),
    onRcptTo: (_address, _session, done) => meet('recipient', done),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () =>
        meet('text', (error) => {
          if (error) return done(error)
          const { mailFrom, rcptTo } = session.envelope
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            user: typeof session.user === 'string' ? session.user : null,
            encrypted: session.secure,
            raw: Buffer.concat(chunks).toString('utf8'),
          })
          done()
        }),
      )
    },
  })
  // Connections that a test breaks are no fault of the server.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mails,
    behaviour,
    /** The steps of all dialogues, in order. */
    reached,
    /** How many connections are open. */
    open: () => [...sockets].filter((socket) => !socket.destroyed).length,
    /** Options of the provider that reach this server. */
    options: {
      ...{ host: 'localhost', port, secure, from: 'Acme Verify <otp@acme.example>' },
      tls: { ca: SELF_SIGNED_CERTIFICATE.cert },
      ...(login ? { auth: LOGIN } : {}),
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
/** What `mailServer` gives. */
export type MailServer = Awaited<ReturnType<typeof mailServer>>

/** The headers and the text of a mail, lines unfolded. */
export function readMail(raw: string): { readonly headers: ReadonlyMap<string, string[]>; readonly text: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const [name = '', ...value] = line.split(':')
    const key = name.toLowerCase()
    headers.set(key, [...(headers.get(key) ?? []), value.join(':').trim()])
  }
  return { headers, text: raw.slice(end + 4) }
}
