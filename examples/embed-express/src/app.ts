import ifsc from '@parakh/ifsc'
import { type Config, createServer, type Server } from '@parakh/server'
import express, { type Express } from 'express'

/** What differs between a machine and a test. */
export interface AppOptions {
  readonly databaseFile: string
  /** How callers reach /verify of this application: Parakh cannot know it, and its links begin with it. */
  readonly publicUrl: string
  readonly secrets: NonNullable<Config['secrets']>
  /** Sends mail to the owner of an account. */
  readonly mail: (accountId: string, text: string) => Promise<void>
  /** Where Parakh writes its log; standard output unless given. */
  readonly logger?: NonNullable<Parameters<typeof createServer>[1]>['logger']
}

/** An application, and the Parakh server within it. */
export interface App {
  readonly app: Express
  readonly server: Server
}

/** An application that had routes of its own, and now sells lookups below /verify. */
export async function buildApp({ databaseFile, publicUrl, secrets, mail, logger }: AppOptions): Promise<App> {
  const server = await createServer(
    {
      brand: { name: 'Acme Verify' },
      server: { publicUrl },
      database: { client: 'sqlite3', filename: databaseFile },
      plugins: [ifsc()],
      secrets,
    },
    logger === undefined ? {} : { logger },
  )
  // At least once, also after a restart. Where the mail fails, it is sent again.
  await server.host.on(
    'wallet.low_balance',
    ({ accountId, data }) =>
      mail(accountId, `Your balance is ${data.balance.toFixed(2)}, below ${data.threshold.toFixed(2)}`),
    { durable: 'mailer' },
  )
  const app = express()
  // Reads the bodies of all routes; Parakh notices that its own has been read.
  app.use(express.json())
  app.get('/', (_request, response) => {
    response.json({ application: 'Acme' })
  })
  app.use('/verify', server.handler)
  return { app, server }
}
