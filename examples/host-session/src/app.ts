import { provide } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { type Config, createServer, type Server } from '@parakh/server'
import express, { type Express, type Request } from 'express'
import hostSession, { type Session, SessionFact } from './host-session.ts'

/** What differs between a machine and a test. */
export interface AppOptions {
  readonly databaseFile: string
  readonly publicUrl: string
  readonly secrets: NonNullable<Config['secrets']>
}

/** An application, the Parakh server within it, and its sessions by the value of their cookie. */
export interface App {
  readonly app: Express
  readonly server: Server
  readonly sessions: Map<string, Session>
}

/** An application that signs its users in, and lets them look up below /verify as whom it knows. */
export async function buildApp({ databaseFile, publicUrl, secrets }: AppOptions): Promise<App> {
  const sessions = new Map<string, Session>()
  const sessionOf = (request: Pick<Request, 'headers'>): Session | undefined =>
    sessions.get(/(?:^|; )session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '')
  const server = await createServer(
    {
      brand: { name: 'Acme Verify' },
      server: { publicUrl },
      database: { client: 'sqlite3', filename: databaseFile },
      plugins: [ifsc(), hostSession()],
      auth: { app: { use: 'session', environment: 'sandbox' } },
      secrets,
    },
    { logger: false, facts: (request) => [provide(SessionFact, sessionOf(request))] },
  )
  const app = express()
  app.use('/verify', server.handler)
  return { app, server, sessions }
}
