import type { BillingOperation, StagedWrites } from '@parakh/core'
import type { Sealer, Vault } from '../vault/create-vault.ts'

/** Hashes a record's key field for its lookup. */
export type HashKey = (collection: string, key: { readonly name: string; readonly value: string }) => string

/** What operations are sealed with. */
export interface Sealing {
  readonly vault: Vault
  readonly hashKey: HashKey
}

/**
 * Seals what an operation stores, before its batch begins: a body stays bytes, text becomes sealed hexadecimal text. `decide`
 * passes all of it on untouched.
 */
export async function sealOperation<O extends BillingOperation>(operation: O, sealing: Sealing): Promise<O> {
  if (!storesSecrets(operation)) return operation
  const sealer = await sealing.vault.sealer([operation.accountId])
  return sealWith(operation, sealer, sealing.hashKey)
}

function storesSecrets(operation: BillingOperation): boolean {
  if (operation.kind === 'dispatch') return true
  if (operation.kind === 'settle' && operation.response) return true
  return 'writes' in operation && (operation.writes.records.length > 0 || operation.writes.jobs.length > 0)
}

function sealWith<O extends BillingOperation>(operation: O, sealer: Sealer, hashKey: HashKey): O {
  const { accountId } = operation
  const seal = (text: string): string => sealer.seal(accountId, text).toString('hex')
  switch (operation.kind) {
    case 'dispatch':
      return { ...operation, input: seal(operation.input) }
    case 'commit':
      return { ...operation, writes: sealWrites(operation.writes, seal, hashKey) }
    case 'settle': {
      const { response, writes } = operation
      const body = response && { ...response, body: sealer.seal(accountId, response.body) }
      return { ...operation, response: body, writes: sealWrites(writes, seal, hashKey) }
    }
    default:
      return operation
  }
}

function sealWrites(writes: StagedWrites, seal: (text: string) => string, hashKey: HashKey): StagedWrites {
  if (writes.records.length === 0 && writes.jobs.length === 0) return writes
  return {
    ...writes,
    jobs: writes.jobs.map((job) => ({ ...job, payload: seal(job.payload) })),
    records: writes.records.map((record) => ({
      ...record,
      value: seal(record.value),
      keys: record.keys.map((key) => ({ name: key.name, value: hashKey(record.collection, key) })),
    })),
  }
}
