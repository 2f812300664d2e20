export {
  isOperationFile as isAdminFile,
  type OperationFile as AdminFile,
} from '@parakh/core'
