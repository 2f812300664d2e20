export {
  isOperationFile as isAdminFile,
  type OperationFile as AdminFile,
  operationFile as adminFile,
} from '@parakh/core'
