import { defineErrorTable } from '@parakh/core'

/** Errors that the command itself finds; those of the host and the store keep their own codes. */
export const cliErrors = defineErrorTable('cli', {
  CONFIGURATION_NOT_FOUND:
    'No configuration: {looked}. Allowed: --config FILE, the variable PARAKH_CONFIG, or parakh.yaml or parakh.config.ts in this folder',
  WRONG_USAGE: '{detail}',
  EXPIRY_IN_THE_PAST: 'The key would have ended at {expires}. Allowed: a day or a time that is still to come',
  ENDPOINT_UNKNOWN: 'No endpoint is called {names}. Allowed: {allowed}',
})
