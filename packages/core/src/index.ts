/**
 * The contract of Parakh.
 *
 * - **endpoint**: one operation that is sold: path, schema, price, envelope, errors, fixtures and a handler.
 * - **plugin**: a package of endpoints and the provider contract they need.
 * - **provider**: who answers a plugin's operations: the sandbox, an HTTP source, or code.
 * - **call**: one request of a caller, from identification to response.
 * - **outcome**: how a call ended: answer, none, failed or refused. It decides the charge.
 * - **hold**: the price of a call, set aside at admit; captured or released at settle, once.
 * - **claim**: a request id in use by a call of an account and environment.
 * - **handle**: a token bound to one call, whose writes are committed by settle.
 * - **envelope**: the format of answers and errors in HTTP.
 *
 * @packageDocumentation
 */
export * from './auth.ts'
export * from './bounded-fields.ts'
export * from './call-errors.ts'
export * from './command.ts'
export * from './csv-line.ts'
export * from './cursor.ts'
export * from './decorator.ts'
export * from './described-document.ts'
export * from './endpoint.ts'
export * from './envelope.ts'
export * from './envelopes/envelope-drivers.ts'
export * from './envelopes/legacy.ts'
export * from './envelopes/modern.ts'
export * from './envelopes/verify.ts'
export * from './error-codes.ts'
export * from './errors.ts'
export * from './extension-point.ts'
export * from './handles.ts'
export * from './host-fact.ts'
export * from './http-credentials.ts'
export * from './http-source.ts'
export * from './identifier.ts'
export * from './issue-text.ts'
export * from './keyed-cache.ts'
export * from './live-entry.ts'
export * from './log-facts.ts'
export * from './money.ts'
export * from './nearest-name.ts'
export * from './operation/index.ts'
export * from './outcome.ts'
export * from './plugin.ts'
export * from './provider.ts'
export * from './records.ts'
export * from './revision-cache.ts'
export * from './route.ts'
export * from './services/index.ts'
export * from './subject-text.ts'
export * from './tiers.ts'
export * from './token.ts'
export * from './unknown-field-name.ts'
export * from './work.ts'
