import { defineErrorTable } from '@parakh/core'

/** Errors of the kernel: at start, and of what runs beside calls. */
export const kernelErrors = defineErrorTable('kernel', {
  PLUGIN_DUPLICATE: 'Two plugins have the id "{id}". Allowed: each plugin once',
  PLUGIN_CONTRACT_MISMATCH: 'The plugin "{id}" is made for contract {found}. Allowed: {allowed}',
  PLUGIN_OPTIONS_INVALID: '{detail}',
  OPERATION_INVALID:
    'The plugin "{id}": the operation "{name}" compares "{field}", which is not in its input and its output. Allowed in same: {allowed}',
  OPERATION_DUPLICATE:
    'The {what} "{name}" of an operation is claimed by both "{first}" and "{second}". Allowed: each once',
  OPERATION_NOT_HOSTED: 'This host has no operation "{id}"{hint}. Allowed: {allowed}',
  SCOPE_CONFLICT:
    'The scope "{id}" is declared differently by "{first}" and "{second}". Allowed: one declaration, or equal ones',
  SCHEMA_OF_ANOTHER_ZOD:
    'The plugin "{id}": {of} is a schema of another zod. Allowed: zod 4, as the peer dependency that @parakh/core names',
  ENDPOINT_DUPLICATE: 'Two endpoints have the id "{id}" (plugins {plugins}). Allowed: each id once',
  ENDPOINT_INVALID: 'The endpoint "{id}": {detail}',
  ROUTE_CONFLICT:
    '{method} {path} is taken by both "{first}" and "{second}". Allowed: one endpoint or route a path; give one plugin another mount',
  ROUTE_INVALID: 'The route "{id}": {detail}',
  WORK_INVALID: 'The work "{id}": {detail}',
  PROVIDER_UNKNOWN: 'No provider is called "{name}"{hint}. Allowed: {allowed}',
  PROVIDER_MISMATCH: 'The provider "{name}" implements the contract "{found}". Allowed: "{allowed}"',
  OPERATION_UNKNOWN: 'The contract "{contract}" has no operation "{name}". Allowed: {allowed}',
  PRICE_UNKNOWN_ENDPOINT: 'No endpoint is called "{id}"{hint}. Allowed: {allowed}',
  SWITCH_UNKNOWN_ENDPOINT: 'No endpoint is called "{id}"{hint}. Allowed: {allowed}',
  SERVICE_MISSING: 'Nothing provides "{id}", which {needer} needs{allowed}',
  SERVICE_DUPLICATE:
    '"{id}" is made by both "{first}" and "{second}". Allowed: one maker; a plugin decorates it or contributes to a point, and a host replaces it under services',
  SERVICE_CYCLE: 'Services need each other in a circle: {path}',
  SERVICE_FAILED: 'The service "{id}" could not be made: {detail}',
  DECORATOR_TARGET_MISSING:
    'The decorator "{id}" wraps "{target}", which nobody makes. Allowed: the plugin {maker} beside this one, or ifPresent',
  DECORATOR_NEEDS_ITSELF: 'The decorator "{id}" needs "{target}", which it wraps. Allowed: the first parameter of wrap',
  DECORATOR_DUPLICATE: 'Two decorators of "{target}" are called "{id}". Allowed: each id once',
  POINT_DUPLICATE: 'The extension point "{id}" is owned by both "{first}" and "{second}". Allowed: one owner',
  POINT_MISSING:
    '"{id}" is contributed to "{point}", which no configured plugin owns. Allowed: the plugin "{owner}" beside this one, or ifPresent',
  POINT_VERSION_MISMATCH: '"{id}" is made for version {found} of the extension point "{point}". Allowed: {allowed}',
  CONTRIBUTION_DUPLICATE: '"{id}" is contributed to "{point}" beside "{other}". Allowed: another id',
  ORDER_UNKNOWN: '"{id}" is placed by "{other}", which is not at "{target}". Allowed: {allowed}',
  ORDER_CYCLE: 'These parts of "{target}" are placed before each other in a circle: {ids}',
  DRIVER_UNKNOWN: 'No configured plugin brings a driver "{name}" of "{point}"{hint}. Allowed: {allowed}',
  AUTH_PROOF_INVALID:
    'The auth scheme "{scheme}" gave a proof of the kind "{proved}". Allowed: {allowed}, as its proves says',
  AUTH_READ_UNDECLARED:
    'The auth scheme "{scheme}" asked for "{what}", which its reads do not name. Allowed: what they name; declare reads: [\'{what}\'] in the scheme',
  AUTH_SCHEME_MISSING:
    'The endpoints {ids} accept {accepts}, and no scheme of "auth" is one. Allowed: one of them under auth, or the server without these endpoints',
  CAPABILITY_MISSING:
    'The plugin "{plugin}" needs "{capability}" of "{point}" ({because}), which "{name}" (driver {driver}) does not have. Allowed: {allowed}',
  PLUGIN_CHECK_FAILED: '{detail}. Allowed: {allowed}',
  NOT_INSTALLED: '"{id}" is needed by {needer}, but this server has no {part}{allowed}',
  RECORDS_INVALID:
    'The records "{id}" have fields of their own called {taken}. Allowed: other names, or the record nested in one field',
  RECORD_MOVE_NOT_ALLOWED: 'A record of "{collection}" may not move from "{from}" to "{to}". Allowed: {allowed}',
  CALL_NOT_FOUND: 'No call with the reference "{reference}" waits for an async result of "{operation}"',
  ALLOTMENT_TOO_HIGH:
    'The parent has {available} INR available in the external wallet, which is less than {amount} INR. Nothing was allotted',
  WALLET_CANNOT_ALERT: {
    text: 'No threshold was set: production balances are in an external wallet, which alone knows when they are low. Allowed: thresholds of the sandbox, or null to remove one',
    status: 409,
  },
  WALLET_CANNOT_CREDIT: {
    text: 'The external wallet of the account {id} takes no money from this server. Allowed: a driver with the capability "credit", or money that is put into the wallet where it is kept',
    status: 409,
  },
  WALLET_UNAVAILABLE: {
    text: 'The external wallet does not answer, and nothing was taken: try the same again',
    status: 503,
  },
  TABLES_INVALID: 'The tables of the plugin "{id}": {detail}',
  TABLES_NOT_MIGRATED:
    'The database has not all tables of the configured plugins. Allowed: a store that is migrated after it was given core.plugin-tables; parakh migrate',
  TABLES_NOT_SUPPORTED:
    'The plugin "{id}" keeps tables, and this store keeps none of plugins. Allowed: the store of @parakh/store, on SQLite or PostgreSQL',
  STATEMENT_INVALID: 'The statement "{statement}" of the plugin "{id}" is refused on {dialect}: {detail}',
  CONSENT_NOT_DECLARED: {
    text: 'The consent for the plugin "{plugin}" was not written down: {detail}. Allowed: a plugin with consent.standing, and a reference of 1 to 128 printable characters without a space',
    status: 422,
  },
  EVENT_UNKNOWN:
    'No event of the host is called "{type}"{hint}. Allowed: {allowed}, or the event of a plugin as a value',
  EVENT_HANDLER_FAILED: 'A handler of "{type}" failed',
  LISTENER_REFUSED: 'The durable listener "{name}" {detail}. Allowed: {allowed}',
  HANDLE_OUTSIDE_CALL: 'The handle "{id}" belongs to a call: it cannot be used in {where}',
})
