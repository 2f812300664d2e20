import { defineErrorTable } from '@parakh/core'

/** Errors of the command line itself; those of host and store keep their own codes. */
export const cliErrors = defineErrorTable('cli', {
  COMMAND_NOT_CONFIGURED:
    'The command "{command}" comes with {package}, which the configuration does not list. Allowed: npm install {package}, and "{package}": {} below plugins in parakh.yaml',
  CONFIGURATION_NOT_FOUND:
    'No configuration: {looked}. Allowed: --config FILE, the variable PARAKH_CONFIG, or parakh.yaml or parakh.config.ts in this folder',
  WRONG_USAGE: '{detail}',
  ENDPOINT_UNKNOWN: 'The endpoint {names} does not exist. Allowed: {allowed}',
  INIT_ANSWER_WRONG: '{flag} is missing or wrong. Allowed: {allowed}',
  INIT_FILE_EXISTS: '{file} is there already, and is not replaced. Allowed: a folder without it',
  HEAD_REQUIRED:
    'This database was restored, and its head is {head}. Allowed: --head with the anchored head, which must belong to this ledger',
})
