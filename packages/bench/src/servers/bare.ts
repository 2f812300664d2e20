import Fastify from 'fastify'
import { LOOKUP_PATH, reportReady, SAMPLE_BODY } from './ready.ts'

// The ceiling: a route that does nothing but answer the same body.
const app = Fastify()
app.get(LOOKUP_PATH.split('?')[0] ?? '/', async () => SAMPLE_BODY)
await app.listen({ port: 0, host: '127.0.0.1' })
reportReady({ url: app.listeningOrigin, callers: [{}] })
