import { defineSettings } from '@parakh/core'
import * as z from 'zod'

/** Where traces and metrics go. */
export const TelemetrySettings = defineSettings(
  'telemetry',
  z.object({
    endpoint: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:4318')
      .describe('The address of a collector that takes OTLP over HTTP, without /v1/traces'),
    headers: z
      .record(z.string(), z.string())
      .default({})
      .describe('Sent to it with each request, such as its credentials from the environment'),
    serviceName: z.string().trim().min(1).max(80).optional().describe('Unless given, the name of the brand'),
    sampleRatio: z.number().min(0).max(1).default(1).describe('The share of calls that are traced; metrics count all'),
    metricsSeconds: z.int().min(1).max(3_600).default(60).describe('How often metrics are sent, in seconds'),
  }),
)
/** The settings after their schema. */
export type TelemetrySettingsValue = z.output<(typeof TelemetrySettings)['definition']['schema']>
