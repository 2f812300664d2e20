import { defineErrorTable } from '@parakh/core'

/** Errors of the server: of its configuration, before anything starts, and of its own state. */
export const serverErrors = defineErrorTable('server', {
  CONFIGURATION_UNREADABLE: '{detail}',
  UNKNOWN_KEY: 'Unknown key "{key}"{hint}. Allowed: {allowed}',
  INVALID_VALUE: '{detail}',
  MISSING_ENVIRONMENT_VARIABLE:
    'The environment variable {name} is not set. Allowed: set it, or write ${{name}:-default}',
  MISSING_SECRET: 'The secret is missing. Allowed: {allowed}',
  PLUGIN_NOT_FOUND:
    'The plugin "{name}" is not installed: looked from {folder}. Allowed: an installed package, or a path that begins with ./',
  PLUGIN_NOT_LOADED: 'The plugin "{name}" could not be loaded: {detail}',
  NOT_A_PLUGIN: 'The default export of "{name}" is not a plugin. Allowed: what definePlugin gives',
  PROVIDER_NOT_FOUND:
    'The provider "{name}" is not installed: looked from {folder}. Allowed: http, a provider of the plugin, an installed package, or a path that begins with ./',
  PROVIDER_NOT_LOADED: 'The provider "{name}" could not be loaded: {detail}',
  NOT_A_PROVIDER: 'The default export of "{name}" is not a provider. Allowed: what implement gives',
  DATABASE_UNWRITABLE: 'The database file {file} cannot be written: {detail}',
  DATABASE_NOT_MIGRATED:
    'The database schema is not up to date. Allowed: run parakh migrate, or start with migrate: true',
  SERVER_CLOSED: 'The server is closed. Allowed: make a new one',
})
