import { defineErrorTable } from '@parakh/core'

/** What can be wrong with alerts that are mailed and posted. */
export const alertsErrors = defineErrorTable('alerts', {
  ALERTS_REACH_NOBODY:
    'Alerts reach nobody: there is neither mail nor a webhook. Allowed: the section mail with @parakh/console among the plugins, or {section}.webhook with @parakh/webhooks',
  ALERTS_NEED_WEBHOOKS:
    'The webhook of alerts is posted by @parakh/webhooks, which is not there. Allowed: list it under plugins',
  ALERTS_SINK_MISSING:
    'The section events names sinks without the alerts, so that no event reaches them. Allowed: alerts: { use: alerts } besides',
  ALERT_INVALID: 'The alert {alert} is not mailed here. Allowed: {allowed}',
})
