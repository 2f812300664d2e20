import { CallTracer, Clock, CONTRACT, definePlugin, Logger, ServerBrand, service } from '@parakh/core'
import { callTracer } from './call-tracer.ts'
import { createTelemetry, Telemetry } from './create-telemetry.ts'
import { TelemetrySettings } from './settings.ts'
import { tracedBilling } from './traced-billing.ts'
import { tracedUpstream } from './traced-upstream.ts'

/** Traces and metrics of calls, their stages, attempts at sources and the database, sent to a collector of OpenTelemetry. */
export const telemetry = definePlugin({
  ...{ id: 'telemetry', contract: CONTRACT, settings: TelemetrySettings },
  services: [
    service(
      Telemetry,
      { settings: TelemetrySettings, brand: ServerBrand, clock: Clock, logger: Logger },
      createTelemetry,
    ),
    service(CallTracer, { telemetry: Telemetry }, ({ telemetry: made }) => callTracer(made)),
  ],
  decorates: [tracedBilling, tracedUpstream],
})
