/**
 * The kit of Parakh: fakes, a store in memory, a fake upstream, a test host, and checks of plugins, providers and envelopes. The
 * suites for vitest are in `@parakh/testkit/suites`.
 *
 * @packageDocumentation
 */
export { signedRequest } from '@parakh/kernel'
export * from './error-codes.ts'
export * from './fakes/collecting-logger.ts'
export * from './fakes/direct-upstream.ts'
export * from './fakes/fake-documents.ts'
export * from './fakes/manual-clock.ts'
export * from './fakes/sequential-ids.ts'
export * from './fakes/test-auth.ts'
export * from './fakes/test-secrets.ts'
export * from './host/create-test-host.ts'
export { storeServices, type TestKey } from './host/test-services.ts'
export { checkHostileMemory } from './hostile/check-hostile-memory.ts'
export { checkHostileUpstream } from './hostile/check-hostile-upstream.ts'
export type { HostileUpstreamOptions, Preparing, RequestFields, UpstreamParts } from './hostile/hostile-options.ts'
export { type LedgerParty, ledgerParties } from './memory/ledger-parties.ts'
export { type LedgerAction, LedgerRun } from './memory/ledger-run.ts'
export * from './memory/ledger-steps.ts'
export * from './memory/memory-store.ts'
export { createMemoryTables, type MemoryTables } from './memory/memory-tables.ts'
export { checkPlugin, type PluginCheckOptions, type PluginUnderTest } from './plugin/check-plugin.ts'
export { checkEnvelope } from './suites/check-envelope.ts'
export * from './suites/check-gateway.ts'
export * from './suites/check-provider.ts'
export * from './upstream/exchange.ts'
export { EXPIRED_CERTIFICATE } from './upstream/expired-certificate.ts'
export * from './upstream/fake-upstream.ts'
export * from './upstream/misbehaviours.ts'
export * from './upstream/replies.ts'
