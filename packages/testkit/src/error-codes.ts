import { defineErrorTable } from '@parakh/core'

/** Errors of the kit: those of the store in memory (the same codes as any store), and those of its own misuse. */
export const testkitErrors = defineErrorTable('testkit', {
  ACCOUNT_NOT_FOUND: 'The account "{id}" does not exist',
  KEY_ALREADY_ISSUED: 'This request has issued the key "{id}" already. Allowed: that key, or a request of another name',
  KEY_EXTERNAL: 'The key "{id}" has no secret: an auth scheme proves its callers. Allowed: restrict, revoke',
  KEY_NOT_FOUND: 'The key "{id}" does not exist',
  KEY_REVOKED: 'The key "{id}" is revoked. Allowed: an active key',
  KYC_REQUIRED: 'The account "{id}" has no approved KYC. Allowed: production keys after parakh kyc approve',
  REFERENCE_REUSED:
    'The reference "{reference}" was used for another amount. Allowed: the same amount, or a new reference',
  STORE_CLOSED: 'This store is closed',
  WALLET_DRIVER_CHANGED: 'The production wallets were used with "{before}". Allowed: that driver; not "{driver}"',
  WALLET_TASK_NOT_FOUND: 'There is no open wallet task "{key}"',
  FILE_NOT_SUPPORTED: 'A memory store is not {what}. Allowed: a store on SQLite',
  NOTHING_TO_TRY: 'The host has no operation of "{id}". Allowed: the id of a plugin that has operations, or core',
  NOT_IN_MEMORY: 'A memory store has no {what}. Allowed: a store on SQLite or PostgreSQL',
  SOURCE_NOT_SUPPORTED: 'A test host calls no HTTP source. Allowed: a provider in code',
})
