import { Accounts, type Environment, inr, Keys, Wallet } from '@parakh/core'
import * as z from 'zod'
import type { DemoServer } from './demo-server.ts'

const BRANCH = 'bank-ifsc-details?ifsc=KKBK0000261'
const Answer = z.object({ error: z.object({ code: z.string() }).optional() })

/** What an account of a test is made of. */
interface LiveOptions {
  readonly name: string
  readonly parentId?: string
  /** In rupees, in its production wallet. Default: none. */
  readonly credit?: Parameters<typeof inr>[0]
  /** Of its key. Default: production. */
  readonly environment?: Environment
}

/** An account whose KYC is approved, with a key: it pays for its calls. */
export async function liveAccount({ host, url }: DemoServer, options: LiveOptions) {
  const { name, parentId, credit, environment = 'production' } = options
  const accounts = host.get(Accounts)
  const { id } = await accounts.create({ name, role: 'customer', ...(parentId !== undefined && { parentId }) })
  await accounts.approveKyc(id)
  const of = { accountId: id, environment } as const
  if (credit !== undefined)
    await host.get(Wallet).credit({ ...of, amount: inr(credit), reference: 'first', actor: 'test' })
  const { key, apiSecret } = await host.get(Keys).create(of)
  return {
    id,
    balance: () => host.get(Wallet).balance(id, environment),
    /** A call that costs ₹0.50. @returns Its status, and its code where it is refused. */
    async call(requestId?: string): Promise<readonly [status: number, code: string | undefined]> {
      const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
      const named = requestId === undefined ? {} : { 'x-request-id': requestId }
      const reply = await fetch(`${url}/api/v1/${BRANCH}`, { headers: { ...headers, ...named } })
      return [reply.status, Answer.parse(await reply.json()).error?.code]
    },
  }
}
