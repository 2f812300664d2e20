export type { CallResponse } from './call-data/call-response.ts'
export type { IncomingCall } from './call-data/incoming-call.ts'
export { unknownEndpoints } from './compose/check-sold-items.ts'
export { checkComposition, createHost } from './compose/create-host.ts'
export type { EventHandler, HandlerContext, HappenedEvent, ListenOptions } from './compose/event-handler.ts'
export type {
  Host,
  HostCaller,
  HostCallOptions,
  HostCredentials,
  HostedCommand,
  HostedRoute,
  HostOptions,
  HostReply,
} from './compose/host.ts'
export { commandNameOf, type HostedOperation } from './compose/plan-operations.ts'
export { decide } from './decide/decide.ts'
export { kernelErrors } from './error-codes.ts'
export { AddressLimits } from './limits/address-limits.ts'
export type { OperationCaller } from './operations/run-operation.ts'
export { textInput } from './operations/text-input.ts'
export { compilePriceRules } from './pricing/compile-price-rules.ts'
export type { ScenarioEntry } from './published/catalogue.ts'
export type { PublishedPrice } from './published/published-prices.ts'
export type { Published, PublishedEndpoint } from './published/publisher.ts'
export { type SentIds, unquotedKey } from './request/request-id.ts'
export { signedRequest } from './request/signed-request.ts'
export { routerDrivers } from './routers/router-drivers.ts'
export type { CallSettings } from './runtime/call-settings.ts'
export { CALL_TIMES } from './runtime/hold-times.ts'
export type { Activation, HostedEndpoint, HostedScheme } from './runtime/hosted-endpoint.ts'
