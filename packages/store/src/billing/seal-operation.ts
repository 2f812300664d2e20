import type { BillingOperation, StagedWrites } from '@parakh/core'
import { lookupHash } from '../records/lookup-hash.ts'
import type { KeyedHashes } from '../secrets/keyed-hash.ts'
import type { Sealer, Vault } from '../vault/create-vault.ts'
import { type Place, placeOfCall, placeOfRecord } from '../vault/sealed-row.ts'

/** What operations are sealed with. */
export interface Sealing {
  readonly vault: Vault
  /** For the keys by which records are found. */
  readonly hashes: KeyedHashes
}

/**
 * Seals what an operation stores, before its batch begins: a body stays bytes, text becomes sealed hexadecimal text. `decide`
 * does not change it.
 *
 * @returns At once where the account's key is in memory: every settle comes this way.
 */
export function sealOperation<O extends BillingOperation>(operation: O, { vault, hashes }: Sealing): O | Promise<O> {
  if (!storesSecrets(operation)) return operation
  const sealer = vault.sealer([operation.accountId])
  if (!('then' in sealer)) return sealWith(operation, sealer, hashes)
  return sealer.then((ready) => sealWith(operation, ready, hashes))
}

function storesSecrets(operation: BillingOperation): boolean {
  if (operation.kind === 'dispatch') return true
  // The answer is sealed when funds are held already: without the account's key nothing is held (decision 0118).
  if (operation.kind === 'admit') return operation.settle !== undefined || operation.claim !== null
  if (operation.kind === 'settle' && operation.response) return true
  return 'writes' in operation && !isPlain(operation.writes)
}

const isPlain = ({ records, jobs }: StagedWrites): boolean => records.length === 0 && jobs.length === 0

function sealWith<O extends BillingOperation>(operation: O, sealer: Sealer, hashes: KeyedHashes): O {
  const seal = (place: Place, text: string): string => sealer.seal(place, text).toString('hex')
  switch (operation.kind) {
    case 'dispatch':
      return { ...operation, input: seal(placeOfCall('call_input', operation), operation.input) }
    case 'admit': {
      const { settle } = operation
      if (!settle) return operation
      return { ...operation, settle: (admitted) => sealWith(settle(admitted), sealer, hashes) }
    }
    case 'commit':
      return { ...operation, writes: sealWrites(operation, seal, hashes) }
    case 'settle': {
      const { response } = operation
      const sealed = response && {
        status: response.status,
        body: sealer.seal(placeOfCall('response', operation), response.body),
      }
      if (isPlain(operation.writes)) return { ...operation, response: sealed }
      return { ...operation, response: sealed, writes: sealWrites(operation, seal, hashes) }
    }
    default:
      return operation
  }
}

type Writing = Extract<BillingOperation, { writes: StagedWrites }>

function sealWrites(
  operation: Writing,
  seal: (place: Place, text: string) => string,
  hashes: KeyedHashes,
): StagedWrites {
  const { accountId, environment, writes } = operation
  if (isPlain(writes)) return writes
  return {
    ...writes,
    jobs: writes.jobs.map((job) => ({ ...job, payload: seal({ table: 'job', accountId, row: job.id }, job.payload) })),
    records: writes.records.map((record) => {
      const owner = { accountId, environment, collection: record.collection }
      const keys = record.keys.map((key) => ({ name: key.name, value: lookupHash(hashes, owner, key) }))
      return { ...record, value: seal(placeOfRecord(owner, record.id), record.value), keys }
    }),
  }
}
