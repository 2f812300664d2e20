import {
  type Clock,
  coreErrors,
  decimal,
  type FundingRecord,
  type FundingRows,
  type FundingStep,
  type Ids,
  readCursor,
  type WalletState,
  writeCursor,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { lockedWallet } from '../wallet/locked-wallets.ts'
import type { MoneyMover } from '../wallet/move-money.ts'
import { claimReferences } from './claim-references.ts'
import { FundingRow, fundingRow } from './funding-row.ts'
import { moveFunds } from './move-funds.ts'
import { openAct } from './open-act.ts'
import { assignSuspense, createSuspense } from './suspense.ts'

const MOST = 1_000
const Place = z.tuple([z.string()])

/** What funding rows are made from. */
export interface FundingsOptions extends MoneyMover {
  readonly clock: Clock
  readonly ids: Ids
}

/**
 * Funding on a database. A step's state, its money, its references, the account's status and its audit entry are one commit.
 *
 * @example
 * const fundings = createFundings({ database, decide, clock, ids })
 * await fundings.step(id, (funding) => ({ funding: { ...funding, state: 'rejected' }, actor: 'asha', action: 'funding.reject' }))
 */
export function createFundings({ database, decide, clock, ids }: FundingsOptions): FundingRows {
  const { knex, table } = database

  async function audit(
    transaction: Knex.Transaction,
    { funding, actor, action }: FundingStep,
    before: FundingRecord | null,
  ) {
    if (action === null) return
    const { id, accountId } = funding
    await appendAudit(transaction, database, {
      ...{ id: ids.next(), at: clock.now(), actor, action, subject: `funding/${id}`, accountId },
      ...{ before: before && auditDetails(before), after: auditDetails(funding) },
    })
  }
  async function takeStep(
    transaction: Knex.Transaction,
    {
      before,
      wallet,
      step,
    }: { readonly before: FundingRecord; readonly wallet: WalletState; readonly step: FundingStep },
  ): Promise<FundingRecord> {
    const { accountId, id } = before
    const { money, actor, once, clawsBack = false, claims = [] } = step
    if (money?.kind === 'credit') await requireTaking(transaction, database, accountId)
    const claim = (references: readonly string[]) =>
      claimReferences(transaction, database, { fundingId: id, references })
    if (once !== undefined && (await claim([once])).length > 0) return before
    await claim(claims)
    if (step.freesReferences) await transaction(table('funding_reference')).where({ funding_id: id }).delete()
    const at = clock.now().getTime()
    const movement = money && { funding: before, money, clawsBack, wallet, actor, id: ids.next(), at }
    if (movement) await moveFunds(transaction, { database, decide }, movement)
    const funding = { ...step.funding, ...(await changeAccount(transaction, database, step)), updatedAt: new Date(at) }
    await transaction(table('funding')).where({ id }).update(fundingRow(funding))
    await audit(transaction, { ...step, funding }, before)
    return funding
  }
  return {
    async open({ funding, references, suspenseId }) {
      await database.write(async (transaction) => {
        const { id, status } = await requireAccount(transaction, database, funding.accountId)
        if (status === 'closed') throw coreErrors.error('ACCOUNT_CLOSED', { id })
        if (suspenseId !== undefined) await assignSuspense(transaction, database, { suspenseId, funding })
        await claimReferences(transaction, database, { fundingId: funding.id, references })
        await transaction(table('funding')).insert(fundingRow(funding))
        await audit(transaction, { funding, actor: funding.createdBy, action: 'funding.open' }, null)
      })
      return funding
    },
    openAct: (asked, decideAct) =>
      database.write(async (transaction) => {
        const { act, isNew } = await openAct(transaction, database, { act: asked, decide: decideAct })
        // One that does not wait is told by its movement.
        const action = act.state === 'submitted' && isNew ? 'funding.open' : null
        await audit(transaction, { funding: act, actor: act.createdBy, action }, null)
        return act
      }),
    async step(id, decideStep) {
      return await database.write(async (transaction) => {
        const seen = await findFunding(transaction, database, id)
        // The wallet first, as everybody locks; the row beneath it.
        const wallet = await lockedWallet(transaction, database, seen)
        const before = await findFunding(transaction, database, id)
        const step = decideStep(before)
        return step ? await takeStep(transaction, { before, wallet, step }) : before
      })
    },
    async get(id) {
      const row: unknown = await knex(table('funding')).where({ id }).first()
      return row === undefined ? null : FundingRow.parse(row)
    },
    async findByReference(reference) {
      const row: unknown = await knex({ f: table('funding') })
        .join({ r: table('funding_reference') }, 'r.funding_id', 'f.id')
        .where('r.reference', reference)
        .first('f.*')
      return row === undefined ? null : FundingRow.parse(row)
    },
    async list({ accountIds, cursor, limit, ...filters }) {
      const wanted = Math.min(limit, MOST)
      const query = knex(table('funding'))
        .orderBy('id', 'desc')
        .limit(wanted + 1)
      if (accountIds) query.whereIn('account_id', [...accountIds])
      for (const column of ['environment', 'state', 'method'] as const)
        if (filters[column] !== undefined) query.where(column, filters[column])
      if (cursor !== null) query.where('id', '<', readCursor(cursor, Place)[0])
      const rows = z.array(FundingRow).parse(await query)
      const items = rows.slice(0, wanted)
      const last = items.at(-1)
      return { items, next: rows.length > wanted && last ? writeCursor([last.id]) : null }
    },
    ...createSuspense({ database, clock, ids }),
  }
}

/** A funding beneath the lock of its wallet: whoever changes one locks that first. */
async function findFunding(transaction: Knex.Transaction, { table }: Database, id: string): Promise<FundingRecord> {
  const row: unknown = await transaction(table('funding')).where({ id }).first()
  if (row === undefined) throw coreErrors.error('FUNDING_NOT_FOUND', { id })
  return FundingRow.parse(row)
}

/**
 * A closed account takes no money in. Its row is held, so that it is not closed meanwhile.
 *
 * @throws `ACCOUNT_CLOSED`
 */
async function requireTaking(
  transaction: Knex.Transaction,
  { table, dialect }: Pick<Database, 'table' | 'dialect'>,
  id: string,
): Promise<void> {
  const query = transaction(table('account')).where({ id })
  const row: { status: string } | undefined = await (dialect === 'pg' ? query.forShare() : query).first('status')
  if (row?.status === 'closed') throw coreErrors.error('ACCOUNT_CLOSED', { id })
}

/** Suspends an account that is active, and opens one that this funding suspended; anybody else's suspension stays. */
async function changeAccount(
  transaction: Knex.Transaction,
  { table }: Pick<Database, 'table'>,
  { account, funding }: FundingStep,
): Promise<{ suspendedAccount?: boolean }> {
  if (!account) return {}
  const [from, to] = account === 'suspend' ? ['active', 'suspended'] : ['suspended', 'active']
  if (account === 'open' && !funding.suspendedAccount) return {}
  const changed: number = await transaction(table('account'))
    .where({ id: funding.accountId, status: from })
    .update({ status: to })
    .increment('version', 1)
  return { suspendedAccount: account === 'suspend' && (changed > 0 || funding.suspendedAccount) }
}

/** What the audit log keeps of a funding. */
function auditDetails({
  state,
  method,
  environment,
  amount,
  reversed,
  utr,
  paymentId,
  reference,
  from,
  reason,
  approvals,
  suspendedAccount,
}: FundingRecord) {
  return {
    ...{ state, method, environment, amount: decimal(amount), reversed: decimal(reversed) },
    ...(reference === null ? {} : { reference }),
    ...(from === null ? {} : { from }),
    ...{ utr, payment_id: paymentId, reason, approved_by: approvals.map(({ actor }) => actor) },
    suspended_account: suspendedAccount,
  }
}
