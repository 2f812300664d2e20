export { Telemetry } from './create-telemetry.ts'
export { telemetry, telemetry as default } from './plugin.ts'
export { TelemetrySettings } from './settings.ts'
