import { defineErrorTable } from '@parakh/core'

/** What can be wrong with an HTTP source, and with the settings of this package. */
export const upstreamErrors = defineErrorTable('upstream', {
  EXPRESSION_SYNTAX: 'The JSONata expression is invalid: {reason} (at character {position})',
  EXPRESSION_FORBIDDEN: '${name} is not allowed: an expression must not evaluate code',
  EXPRESSION_NAME_UNKNOWN: 'The name {name} is unknown here. Allowed: {allowed}',
  OPERATION_NOT_IN_CONTRACT: 'The contract {contract} has no operation {name}. Allowed: {allowed}',
  STATUS_NOT_ALLOWED: 'The operation {name} only reads: status is for operations that write',
  RECORD_FIELD_UNKNOWN: 'The record of {operation} has no field {name}. Allowed: {allowed}',
  RECORD_FIELD_MISSING: 'The record of {operation} needs the field {name}',
  PATH_TEMPLATE: 'The path is invalid: {reason}',
  HEADER_NOT_ALLOWED: 'The header {name} cannot be set here: {reason}',
  BODY_NOT_ALLOWED: 'A GET request carries no body: use POST or PUT',
  CREDENTIALS_FILE: '{file} cannot be used: {reason}',
  TLS_NOT_USED: 'tls is for addresses that begin with https',
  BASE_URL: 'baseUrl is invalid. Allowed: scheme, host and a path prefix, without user, query and fragment',
  CALLBACK_OPERATION: 'callback.operation must name a write that this source describes. Allowed: {allowed}',
  SETTINGS_INVALID: 'Settings of the upstream: {detail}',
})
