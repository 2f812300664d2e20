/**
 * Suites for vitest: what every store, wallet driver, provider, envelope and plugin must pass.
 *
 * @packageDocumentation
 */
export type { ConsentVerifierTrial } from './check-consent-verifier.ts'
export type { EventSinkTrial } from './check-event-sink.ts'
export type { GatewaySample, GatewayTrial } from './check-gateway.ts'
export type { KeyProviderTrial } from './check-key-provider.ts'
export type { SourceRouterTrial } from './check-source-router.ts'
export type { OpenWallet, WalletBench } from './check-wallet.ts'
export type { StoreBench } from './store/store-trial.ts'
export { testConsentVerifier } from './test-consent-verifier.ts'
export { testEnvelope } from './test-envelope.ts'
export { testEventSink } from './test-event-sink.ts'
export { testGateway } from './test-gateway.ts'
export {
  type GatewayOrdersTrial,
  type GatewayPagesTrial,
  testGatewayOrders,
  testGatewayPages,
} from './test-gateway-orders.ts'
export { testHostileUpstreams } from './test-hostile-upstreams.ts'
export { type IsolationBench, testIsolation } from './test-isolation.ts'
export { testKeyProvider } from './test-key-provider.ts'
export { testPlugin } from './test-plugin.ts'
export { testProvider } from './test-provider.ts'
export { type TriedRequests, testRequests } from './test-requests.ts'
export { testSourceRouter } from './test-source-router.ts'
export { type StoreSuite, testStore } from './test-store.ts'
export { testTableStore } from './test-table-store.ts'
export { type TablesBench, testTables } from './test-tables.ts'
export { testWallet } from './test-wallet.ts'
