import { defineErrorTable } from '@parakh/core'

/** Errors of the server: faults of the configuration, and of its own state. */
export const serverErrors = defineErrorTable('server', {
  CONFIGURATION_UNREADABLE: '{detail}',
  UNKNOWN_KEY: 'Unknown key "{key}"{hint}. Allowed: {allowed}',
  INVALID_VALUE: '{detail}',
  MISSING_ENVIRONMENT_VARIABLE:
    'The environment variable {name} is not set. Allowed: set it, or write ${{name}:-default}',
  WEAK_SECRET: 'The secret is weak: {detail}. Allowed: {allowed}. With --development weak secrets are accepted',
  MISSING_SECRET: 'The secret is missing. Allowed: {allowed}',
  KEY_FILE_REFUSED:
    'The key file {file} cannot be used: {detail}. Allowed: one with 32 bytes in base64 that only its owner can read (chmod 600)',
  KEY_COMMAND_FAILED:
    'The key command {program} gave no key: {detail}. Allowed: a program that ends with 0 in time and prints 32 bytes in base64',
  PLUGIN_NOT_FOUND:
    'The plugin "{name}" is not installed: looked from {folder}. Allowed: an installed package, or a path that begins with ./',
  PLUGIN_NOT_LOADED: 'The plugin "{name}" could not be loaded: {detail}',
  NOT_A_PLUGIN: 'The default export of "{name}" is not a plugin. Allowed: the result of definePlugin',
  PROVIDER_NOT_FOUND:
    'The provider "{name}" is not installed: looked from {folder}. Allowed: http, a provider of the plugin, an installed package, or a path that begins with ./',
  PROVIDER_NOT_LOADED: 'The provider "{name}" could not be loaded: {detail}',
  NOT_A_PROVIDER: 'The default export of "{name}" is not a provider. Allowed: the result of implement',
  LISTENER_WITHOUT_PLUGIN: 'The plugin "{id}" does not exist{hint}. Allowed: {allowed}',
  LISTENER_ADDRESS_TAKEN: 'The port {port} is used by {other}. Allowed: another port',
  LOGO_UNREADABLE:
    'The logo {file} cannot be used: {detail}. Allowed: the address of an image, a data: URL, or a PNG, JPEG or SVG file of at most 512,000 bytes',
  EVENTS_UNHEARD:
    'No sink takes the events {events}: accounts are not told. Allowed: the plugin "@parakh/webhooks" beside it, a sink under events, or host.on of an application',
  SUBJECT_KEYS_ABSENT:
    'People who are looked up are hashed under the peppers, which then cannot be removed. Allowed: keys of their own, of at least 16 characters, from the environment, such as {such}',
  ERASURE_UNKNOWN_NAME:
    'No call about a person has the purpose or the endpoint "{name}": nothing of it would be kept. Allowed: {allowed}',
  ERASURE_JOURNAL_BROKEN:
    'The erasure journal {file} was changed: line {line} does not follow the one before it, or its key is in neither secrets.subjectKeys nor secrets.pepper. Allowed: the file as the server wrote it, with the keys of then',
  ERASURE_JOURNAL_MISSING:
    'The erasure journal {file} cannot be read. Allowed: put it back; where there is none, parakh ledger resume --without-journal says so',
  ERASURE_JOURNAL_UNWRITABLE:
    'The erasure journal {file} cannot be written ({reason}): nothing was erased. Allowed: a file that this process may write, on another disk than the database',
  DATABASE_UNWRITABLE: 'The database file {file} cannot be written: {detail}',
  DATABASE_COPY_SECRETS:
    'The new configuration lacks secrets of the old one: {names}. Allowed: the same secrets in both, because keys, callers and people are kept under them',
  DATABASE_NOT_COPIED:
    'A store or a connection of the application is not copied. Allowed: a SQLite file or a PostgreSQL address below database',
  DATABASE_NOT_MIGRATED:
    'The database schema is not up to date. Allowed: run parakh migrate, or parakh serve --migrate; in code migrate: true',
  OPERATIONS_ADDRESS_EMBEDDED:
    'A Fastify plugin does not listen, so server.operations cannot have an address. Allowed: { token }, or omit it',
  PLUGIN_REGISTERED_TWICE:
    'The application has a decorator "{name}" already. Allowed: another name for this one, as the option decorator',
  PUBLIC_URL_REQUIRED:
    'server.publicUrl is not set, and {use} returns links that callers could not open. Allowed: the address at which callers reach the routes, path included, such as https://api.acme.example/verify',
  PUBLIC_URL_OUTSIDE_PREFIX:
    '{publicUrl} is not the address of these routes, which are served below {prefix}. Allowed: an address whose path ends with {prefix}, such as {such}',
  ADDRESS_UNAVAILABLE: '{path} cannot listen on port {port} of {host}: {detail}',
  METRIC_INVALID: 'The metric "{name}" of {id} cannot be exported: {detail}',
  SERVER_CLOSED: 'The server is closed. Allowed: make a new one',
})
