import type { EventDelivery, WebhookEvent } from '../../api/rows.ts'
import { Status, type Tone } from '../../parts/status.tsx'
import { useTexts } from '../../texts/language.tsx'
import { webhookTexts } from './webhook-texts.ts'

/** The states of a delivery, the one that asks most for attention first. */
export const DELIVERY_STATES = ['failed', 'retrying', 'pending', 'delivered'] as const
const TONES: Readonly<Record<EventDelivery['status'], Tone>> = {
  failed: 'bad',
  retrying: 'warn',
  pending: 'busy',
  delivered: 'good',
}

/** The state of a delivery; null: no endpoint takes the event. */
export function DeliveryStatus({ status }: { readonly status: EventDelivery['status'] | null }) {
  const texts = useTexts(webhookTexts)
  if (status === null) return <Status tone="plain">{texts.noEndpoint}</Status>
  return <Status tone={TONES[status]}>{texts.states[status]}</Status>
}

/** The delivery of an event that asks most for attention: of one endpoint, or of all. */
export function foremost({ deliveries }: WebhookEvent, endpointId: string | undefined): EventDelivery | null {
  const among = endpointId === undefined ? deliveries : deliveries.filter((one) => one.endpoint_id === endpointId)
  const rank = ({ status }: EventDelivery) => DELIVERY_STATES.indexOf(status)
  return among.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

/** The host of an address. */
export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
