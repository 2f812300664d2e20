import ifsc from '@parakh/ifsc'
import { type Config, type ParakhDecorator, parakh } from '@parakh/server'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'

/** What differs between a machine and a test. */
export interface AppOptions {
  readonly databaseFile: string
  /** How callers reach /verify of this application: Parakh cannot know it, and its links begin with it. */
  readonly publicUrl: string
  readonly secrets: NonNullable<Config['secrets']>
  /** The application's own logger; Parakh writes to it too. */
  readonly logger: FastifyBaseLogger
}

/** The configuration of Parakh inside this application: the same as in a file, as a value. */
export const configOf = ({ databaseFile, publicUrl, secrets }: AppOptions): Config => ({
  brand: { name: 'Acme Verify' },
  server: { publicUrl },
  database: { client: 'sqlite3', filename: databaseFile },
  plugins: [ifsc()],
  secrets,
})

/** An application that had routes of its own, and now sells lookups below /verify. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({ loggerInstance: options.logger })
  app.get('/', () => ({ application: 'Acme' }))
  await app.register(parakh, { prefix: '/verify', config: configOf(options), logger: options.logger })
  const { host } = app.getDecorator<ParakhDecorator>('parakh')
  // After the commit, at most once: a line that is lost with the process is no loss.
  await host.on('key.exposed', ({ accountId, data }) =>
    app.log.warn({ accountId, keyId: data.key_id }, 'a secret was seen in a URL'),
  )
  return app
}
