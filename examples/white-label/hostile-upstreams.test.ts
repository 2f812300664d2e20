import { fileURLToPath } from 'node:url'
import { defineEndpoint, definePlugin, modern, zero } from '@parakh/core'
import { loadConfig } from '@parakh/server'
import { collectingLogger, type HostileUpstreamOptions, type Preparing, reply } from '@parakh/testkit'
import { testHostileUpstreams } from '@parakh/testkit/suites'
import { createUpstream } from '@parakh/upstream'
import * as z from 'zod'

/** In place of the endpoint whose document is printed. */
const dlPrint = defineEndpoint({
  ...{ id: 'dl-print', method: 'GET', path: '/dl-print', group: 'Documents', summary: 'A document to be printed' },
  ...{ envelope: modern, price: zero, request: z.object({}), data: z.object({ pdf_url: z.string() }), fixtures: [] },
  handle: async ({ answer }) => answer({ pdf_url: 'https://api.acme.example/document' }),
})
const order = {
  ...{ product_code: 'PVC_DL', quantity: 1, shipping_method: 'standard', document_ref: 'the-document' },
  recipient: {
    ...{ name: 'Asha Rao', mobile: '9876543210', address_line1: '1 Test Road', city: 'Pune', district: 'Pune' },
    ...{ state: 'Maharashtra', pincode: '411001' },
  },
}
/** How often a good upstream is asked for what a case begins with. */
const MOST_ASKED = 5
async function printedDocument({ test: { host, keys } }: Preparing) {
  await host.call('dl-print', {}, keys.production, { requestId: order.document_ref })
  return order
}
async function placedOrder(given: Preparing) {
  const { host, keys } = given.test
  given.upstream.on('/submit', reply.json({ status: 'created' }))
  const fields = await printedDocument(given)
  let placed = await host.call('place-order', fields, keys.production)
  // Where a slow machine does not answer within the deadline.
  for (let again = 1; placed.data === null && again < MOST_ASKED; again += 1)
    placed = await host.call('place-order', fields, keys.production)
  return { id: z.object({ order_id: z.string() }).parse(placed.data).order_id }
}

let addresses = 0
/** A new address for every call: an account sends only some codes to one address in 24 hours. */
async function newAddress() {
  addresses += 1
  return { email: `asha.${addresses}@example.com` }
}

/** Of the plugins whose endpoints build upon earlier calls. */
const OPTIONS: Readonly<Record<string, Partial<HostileUpstreamOptions>>> = {
  print: {
    beside: [definePlugin({ id: 'documents', contract: 1, endpoints: [dlPrint] })()],
    requests: { 'place-order': printedDocument, 'cancel-order': placedOrder },
  },
  otp: { requests: { 'send-otp': newAddress } },
}

const configuration = fileURLToPath(new URL('parakh.yaml', import.meta.url))
const logger = collectingLogger()
const { plugins } = await loadConfig(configuration, { environment: {}, allowDevelopmentSecrets: true, logger })

for (const plugin of plugins) {
  const asks = plugin.definition.endpoints.some(({ uses }) => uses)
  if (asks) testHostileUpstreams(plugin, { createUpstream, ...OPTIONS[plugin.id] })
}
