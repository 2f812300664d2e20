import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A pooler before PostgreSQL, as PgBouncer is. */
export interface Pooler {
  /** Of the database, through the pooler. */
  readonly url: string
  close(): Promise<void>
}

/** Ends an exchange of messages: a client's `Query` and `Sync` are answered by one `ReadyForQuery` each. */
const [QUERY, SYNC, TERMINATE, READY, IDLE] = ['Q', 'S', 'X', 'Z', 'I'].map((letter) => letter.charCodeAt(0))
/** `AuthenticationOk`, and `ReadyForQuery` outside of a transaction. */
const WELCOME = Buffer.from([...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0, ...Buffer.from('Z'), 0, 0, 0, 5, IDLE ?? 0])

/** Cuts a stream into whole messages; the first of a client has no letter. */
function messages(onMessage: (message: Buffer) => void, startsWithStartup = false): (part: Buffer) => void {
  let rest = Buffer.alloc(0)
  let letter = startsWithStartup ? 0 : 1
  return (part) => {
    rest = Buffer.concat([rest, part])
    for (;;) {
      if (rest.length < letter + 4) return
      const length = letter + rest.readInt32BE(letter)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      letter = 1
      onMessage(message)
    }
  }
}

/** A connection to PostgreSQL that the driver has opened. */
async function openUpstream(connectionString: string): Promise<Socket> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return stream
}

/**
 * Opens a pooler without prepared statements.
 *
 * @param server The URL of a database.
 * @param mode `transaction`: a client has a connection until its transaction ends, and the connection that was used last is the first to be
 *   given out. `session`: until it leaves.
 */
export async function openPooler(server: string, mode: 'transaction' | 'session'): Promise<Pooler> {
  const sockets = new Set<Socket>()
  const idle: Socket[] = []
  const serve = (client: Socket): void => {
    let upstream: Promise<Socket> | null = null
    let unanswered = 0
    const give = (socket: Socket): void => {
      upstream = null
      socket.removeAllListeners('data')
      idle.push(socket)
    }
    const take = async (): Promise<Socket> => {
      const socket = idle.pop() ?? (await openUpstream(server))
      sockets.add(socket)
      const answered = messages((message) => {
        client.write(message)
        if (message[0] !== READY) return
        unanswered -= 1
        if (mode === 'transaction' && unanswered === 0 && message[5] === IDLE) give(socket)
      })
      return socket.on('data', answered)
    }
    let welcomed = false
    let sending = Promise.resolve()
    const send = (message: Buffer): void => {
      if (!welcomed) {
        welcomed = true
        client.write(WELCOME)
        return
      }
      if (message[0] === TERMINATE) return
      if (message[0] === QUERY || message[0] === SYNC) unanswered += 1
      sending = sending.then(async () => {
        upstream ??= take()
        ;(await upstream).write(message)
      })
    }
    client.on('data', messages(send, true))
    client.on('error', () => undefined)
    client.on('close', async () => {
      if (mode === 'session' && upstream) (await upstream).destroy()
    })
    sockets.add(client)
  }
  const listener = createServer(serve).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const url = new URL(server)
  url.port = String(typeof address === 'object' && address ? address.port : '')
  return {
    url: url.href,
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
