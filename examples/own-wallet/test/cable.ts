import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A way to a database that can be cut: what is under way on it is lost, as when a process or a network dies. */
export interface Cable {
  /** The address of the database by this way. */
  readonly url: string
  /** Cuts all connections, and takes no more. */
  cut(): void
  /** Takes connections again. */
  mend(): void
  close(): Promise<void>
}

/** Lays one to a database. */
export async function cableTo(database: string): Promise<Cable> {
  const { hostname, port } = new URL(database)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    if (isCut) near.destroy()
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut,
    mend() {
      isCut = false
    },
    async close() {
      cut()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}
