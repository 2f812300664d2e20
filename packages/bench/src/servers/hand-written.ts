import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import knexFactory from 'knex'
import { createTables } from './hand-written-tables.ts'
import { measuredSettings } from './measured-settings.ts'
import { LOOKUP_PATH, reportReady, SAMPLE_BODY } from './ready.ts'

// What one would write in a day, carefully: key check, conditional debit, request id and usage row, in one transaction a call.
const PRICE = 500_000
const PEPPER = 'bench'
const CONNECTIONS = 16
const settings = measuredSettings()
const { database } = settings
const knex = knexFactory(
  database.client === 'pg'
    ? { client: 'pg', connection: database.connection, pool: { min: 0, max: CONNECTIONS } }
    : {
        client: 'sqlite3',
        connection: { filename: database.filename },
        useNullAsDefault: true,
        pool: { min: 1, max: 1 },
      },
)
if (database.client === 'sqlite3') {
  await knex.raw('PRAGMA journal_mode=WAL')
  await knex.raw('PRAGMA synchronous=FULL')
}
await createTables(knex)

const hash = (secret: string) => createHmac('sha256', PEPPER).update(secret).digest()
const callers = Array.from({ length: settings.callers }, (_, n) => ({
  'x-api-key': `pk_test_${n}`,
  'x-api-secret': randomBytes(20).toString('hex'),
}))
for (const [n, caller] of callers.entries()) {
  const row = {
    public_id: caller['x-api-key'],
    secret_hash: hash(caller['x-api-secret']).toString('hex'),
    account_id: `a${n}`,
    status: 'active',
  }
  await knex('api_key').insert(row)
  await knex('wallet').insert({ account_id: `a${n}`, balance: 1_000_000_000_000 })
}

const app = Fastify()
app.get(LOOKUP_PATH.split('?')[0] ?? '/', async (request, reply) => {
  const [publicId, secret] = [String(request.headers['x-api-key']), String(request.headers['x-api-secret'])]
  const key = await knex('api_key').where({ public_id: publicId, status: 'active' }).first()
  if (!key || !timingSafeEqual(Buffer.from(key.secret_hash, 'hex'), hash(secret))) return reply.code(401).send({})
  const requestId = String(request.headers['x-request-id'] ?? randomUUID())
  const body = JSON.stringify(SAMPLE_BODY)
  await knex.transaction(async (trx) => {
    const debited = await trx('wallet')
      .where('account_id', key.account_id)
      .where('balance', '>=', PRICE)
      .decrement('balance', PRICE)
    if (debited === 0) throw new Error('insufficient')
    await trx('request_id').insert({ account_id: key.account_id, request_id: requestId, body })
    await trx('usage').insert({
      account_id: key.account_id,
      request_id: requestId,
      status: 200,
      charged: PRICE,
      at: Date.now(),
    })
  })
  return reply.type('application/json').send(body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
reportReady({ url: app.listeningOrigin, callers })
