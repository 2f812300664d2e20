import alerts from '@parakh/alerts'
import { Mailer, service } from '@parakh/core'
import telemetry from '@parakh/telemetry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedSandbox, servedSandbox } from './served-sandbox.ts'

/** Why a person needs no proof of the last ten minutes. */
const STOPS = 'it only takes access away, which must be quick when something leaks'
const COMMAND_LINE = 'it has no scope: no person can run it, only the command line on the host'
const PAYS_IN = 'the account pays its own wallet: the gateway or an operator confirms the payment'
const DECIDED_LATER = 'it has no effect until an operator decides, with a proof'

/**
 * The step-up decision of every write, and of each read that shows or exports persons. `always`; `production`: in production only; otherwise the
 * reason why never. A new operation needs one line here.
 */
const DECISIONS: Readonly<Record<string, 'always' | 'production' | { readonly never: string }>> = {
  'accounts.apis.grant': 'always',
  'accounts.apis.limit': 'always',
  'accounts.apis.revoke': 'always',
  'accounts.close': 'always',
  'accounts.create': { never: 'the new account has no money, no keys and no people' },
  'accounts.delegate-keys': 'always',
  'accounts.delegate-people': 'always',
  'accounts.move': 'always',
  'accounts.rename': 'always',
  'accounts.resume': 'always',
  'accounts.suspend': 'always',
  'admin.tokens.create': { never: COMMAND_LINE },
  'admin.tokens.revoke': { never: COMMAND_LINE },
  'billing.set': 'always',
  'brands.clear': 'always',
  'brands.set': 'always',
  'breach.export': 'always',
  'calls.refund': 'always',
  'commissions.convert': 'always',
  'commissions.set': 'always',
  'consents.declare': 'always',
  'consents.withdraw': 'always',
  'consents.withdraw-artefact': 'always',
  'costs.reconcile': { never: 'it compares an uploaded file and changes nothing' },
  'costs.set': 'always',
  'funding.approve': 'always',
  'funding.assign-suspense': 'always',
  'funding.chargeback': 'always',
  'funding.close-suspense': 'always',
  'funding.confirm-upi-qr': { never: PAYS_IN },
  'funding.open-order': { never: PAYS_IN },
  'funding.open-upi-qr': { never: PAYS_IN },
  'funding.reject': 'always',
  'funding.release': 'always',
  'funding.submit-transfer': { never: PAYS_IN },
  'invitations.revoke': 'always',
  'invoices.credit': 'always',
  'invoices.issue': 'always',
  'keys.create': 'production',
  'keys.promote': 'always',
  'keys.restrict': 'production',
  'keys.revoke': { never: STOPS },
  'keys.rotate': 'production',
  'keys.token': { never: 'it issues tokens of sandbox keys only' },
  'kyc.approve': 'always',
  'kyc.discard': { never: 'it erases an upload that is not yet submitted' },
  'kyc.file': 'always',
  'kyc.reject': 'always',
  'kyc.submit': { never: DECIDED_LATER },
  'kyc.upload': { never: DECIDED_LATER },
  'me.choose-alerts': { never: 'it changes only the own alert emails; the console shows every alert' },
  'me.rename': { never: 'it changes only the own name' },
  'money.resume': 'always',
  'passkeys.remove': 'always',
  'people.change': 'always',
  'people.confirm': 'always',
  'people.invite': 'always',
  'people.recover': { never: COMMAND_LINE },
  'people.remove': 'always',
  'plans.cancel': 'always',
  'plans.change': 'always',
  'plans.renew': 'always',
  'plans.subscribe': 'always',
  'portal-links.create': 'always',
  'portal-sessions.end': { never: STOPS },
  'portal-sessions.end-all': { never: STOPS },
  'prices.set': 'always',
  'prices.unset': 'always',
  'recovery-codes.make': 'always',
  'retention.purge': 'always',
  'secrets.rewrap': { never: COMMAND_LINE },
  'sessions.end': { never: STOPS },
  'sessions.end-others': { never: STOPS },
  'sources.test': 'always',
  'subjects.erase': 'always',
  'subjects.export': 'always',
  'subjects.find': 'always',
  'subjects.replay-journal': { never: COMMAND_LINE },
  'tokens.create': 'always',
  'tokens.revoke': { never: STOPS },
  'totp.confirm': 'always',
  'totp.remove': 'always',
  'totp.start': 'always',
  'views.begin': 'always',
  'views.end': { never: STOPS },
  'wallet-tasks.resolve': 'always',
  'wallet-tasks.retry': 'always',
  'wallets.adjust': 'always',
  'wallets.allot': 'always',
  'wallets.credit': 'always',
  'wallets.set-threshold': 'always',
  'webhooks.create': 'always',
  'webhooks.delete': 'always',
  'webhooks.disable': 'always',
  'webhooks.enable': 'always',
  'webhooks.replay': 'always',
  'webhooks.replay_any': 'always',
  'webhooks.replay_event': 'always',
  'webhooks.rotate': 'always',
  'webhooks.test': { never: 'it sends an event without data to the stored address' },
  'webhooks.update': 'always',
}

describe('the step-up of operations', () => {
  let sandbox: ServedSandbox
  beforeAll(async () => {
    const others = [alerts(), telemetry({ endpoint: 'http://127.0.0.1:4318' })]
    const mailer = service(Mailer, {}, () => ({ send: async () => undefined }))
    sandbox = await servedSandbox((plugins) => [...plugins, ...others], [mailer])
  })
  afterAll(() => sandbox[Symbol.asyncDispose]())
  const operations = () => sandbox.server.host.operations.map(({ operation }) => operation)

  it('is decided for every write and every guarded read', () => {
    const decided = operations().filter(({ effect, stepUp }) => effect === 'write' || stepUp !== 'never')
    expect(decided.map(({ id }) => id).sort()).toEqual(Object.keys(DECISIONS).sort())
  })

  it.each(Object.entries(DECISIONS))('declares the decided step-up of %s', async (id, decision) => {
    const operation = operations().find((one) => one.id === id)
    const declared = { always: 'always', production: 'by-input' } as const
    expect(operation?.stepUp).toBe(typeof decision === 'string' ? declared[decision] : 'never')
    if (decision !== 'production') return
    const keys = { get: async () => ({ key: { environment: 'production' } }) }
    const input = { account_id: 'A', key_id: 'K', environment: 'production' }
    // No other field turns it off.
    for (const more of [{}, { label: 'sandbox' }, { sandbox: true }, { environment: 'production', endpoints: [] }])
      expect(await operation?.needsStepUp({ ...input, ...more }, { keys })).toBe(true)
  })

  it('gives a reason for every operation that needs none', () => {
    for (const { never } of Object.values(DECISIONS).filter((one) => typeof one === 'object'))
      expect(never.length).toBeGreaterThan(20)
  })

  it('is never required where no person can run the operation', () => {
    for (const { id, scope, stepUp } of operations()) if (scope === null) expect([id, stepUp]).toEqual([id, 'never'])
  })
})
