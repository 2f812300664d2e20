import { Accounts, inr, Keys, Wallet } from '@parakh/core'
import { createServer } from '@parakh/server'
import { measuredSettings } from './measured-settings.ts'
import { parakhConfig } from './parakh-config.ts'
import { answerProfileRequests } from './profile-requests.ts'
import { type CallerHeaders, reportReady } from './ready.ts'

// The whole product: credentials, rate windows, request id, hold, provider, stored answer, ledger, usage row, all durable.
const settings = measuredSettings()
const environment = settings.source === 'local' ? 'sandbox' : 'production'
const server = await createServer(parakhConfig(settings))
const [accounts, keys, wallet] = [server.host.get(Accounts), server.host.get(Keys), server.host.get(Wallet)]
const callers: CallerHeaders[] = []
for (let n = 0; n < settings.callers; n += 1) {
  const { id: accountId } = await accounts.create({ name: `bench ${n}`, role: 'developer' })
  await accounts.approveKyc(accountId)
  await wallet.credit({ accountId, environment, amount: inr('9999999'), reference: 'bench', actor: 'bench' })
  const issued = await keys.create({ accountId, environment })
  callers.push({ 'x-api-key': issued.key.publicId, 'x-api-secret': issued.apiSecret })
}
const { url } = await server.listen()
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
answerProfileRequests()
reportReady({ url, callers })
