/**
 * The host of a configuration without HTTP, for commands and jobs: it loads neither Fastify nor the metrics library. Configuration and
 * API descriptions are here too.
 *
 * @packageDocumentation
 */

export { account } from './account/index.ts'
export { type AdminOpenApiDocument, adminOpenapi } from './admin/admin-openapi.ts'
export type { Brand } from './config/brand.ts'
export type { CheckedConfig } from './config/checked-config.ts'
export { type DevelopmentSecrets, developmentSecrets } from './config/development-secrets.ts'
export { configJsonSchema, configJsonSchemaOf } from './config/json-schema.ts'
export { listenerUrls } from './config/listeners.ts'
export { type Config, defineConfig } from './config/schema.ts'
export { type CopyDatabaseOptions, copyConfiguredDatabase } from './copy-database.ts'
export { serverErrors } from './error-codes.ts'
export { openHost, type ServerOptions } from './host-from-config.ts'
export { checkConfig, type LoadOptions, loadConfig } from './load-config.ts'
export { openapi } from './openapi/document.ts'
export type { DocumentOptions } from './openapi/document-options.ts'
export { postman } from './postman/collection.ts'
export { logLines } from './services/log-lines.ts'
export { type PinoLike, pinoLogger } from './services/pino-logger.ts'
