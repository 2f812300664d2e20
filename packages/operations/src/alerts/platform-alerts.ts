import { accountAlerts } from './account-alerts.ts'
import { operatorAlerts } from './operator-alerts.ts'

/** What of the platform needs an act. */
export const platformAlerts = [...accountAlerts, ...operatorAlerts]
