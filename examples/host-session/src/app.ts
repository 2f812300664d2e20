import consolePlugin from '@parakh/console'
import { provide } from '@parakh/core'
import ifsc from '@parakh/ifsc'
import { type Config, createServer, type Server } from '@parakh/server'
import express, { type Express, type Request } from 'express'
import * as z from 'zod'
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

const PortalLink = z.object({ url: z.string() })

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
      plugins: [ifsc(), hostSession(), consolePlugin({ signUp: 'off' })],
      auth: { app: { use: 'session', environment: 'sandbox' } },
      secrets,
    },
    { logger: false, facts: (request) => [provide(SessionFact, sessionOf(request))] },
  )
  const app = express()
  app.use('/verify', server.handler)
  // Nobody signs in twice: the link signs this user in to the console of the account, once, within 5 minutes.
  app.post('/console', async (request, response) => {
    const session = sessionOf(request)
    if (!session) return void response.sendStatus(401)
    const { accountId, userId } = session
    const asked = { account_id: accountId, role: 'developer', person_ref: userId }
    const link = await server.host.run('portal-links.create', asked, { accountId, actor: `app:${userId}` })
    response.redirect(303, PortalLink.parse(link).url)
  })
  return { app, server, sessions }
}
