import type { CheckedConfig } from '@parakh/server/host'
import { fewDays } from './certificate.ts'
import { reach } from './connect.ts'
import { type Finding, fine, notSeen, toDo } from './finding.ts'

const TIMEOUT_MS = 10_000
const isThisMachine = (host: string): boolean => host === '127.0.0.1' || host === 'localhost' || host === '::1'

/** The status and the text of an answer; null: there is none. */
async function get(address: string): Promise<{ readonly status: number; readonly text: string } | null> {
  try {
    const reply = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: reply.status, text: await reply.text() }
  } catch {
    return null
  }
}

/** Whether callers reach the server over TLS, and whether what is for operators is closed to them. */
export async function doorFindings(
  { server, admin }: Pick<CheckedConfig, 'server' | 'admin'>,
  url: string | null,
  now: Date,
): Promise<readonly Finding[]> {
  const listening =
    isThisMachine(server.host) || server.trustProxy !== false
      ? []
      : [
          toDo(
            'doors',
            `The server listens on ${server.host}, and no proxy is named`,
            'Listen on 127.0.0.1 behind a proxy with TLS, and name it in server.trustProxy.',
          ),
        ]
  if (url === null)
    return [
      ...listening,
      notSeen(
        'tls',
        'How callers reach the server was not said',
        'Set server.publicUrl, or parakh doctor --url https://…',
      ),
    ]
  const alive = await get(`${url}/healthz`)
  if (alive?.status !== 200) {
    const found = `${url}/healthz is answered ${alive?.status ?? 'not at all'}`
    return [...listening, toDo('server', found, 'Start it (parakh serve), or look at the proxy in front of it.')]
  }
  const ready = await get(`${url}/readyz`)
  const isReady = ready?.status === 200 && ready.text.includes('"ready"')
  return [
    ...listening,
    isReady
      ? fine('server', `${url} takes calls`)
      : toDo(
          'server',
          `${url}/readyz is answered ${ready?.status ?? 'not at all'} ${ready?.text.slice(0, 80) ?? ''}`,
          'parakh work system, and the log of the server',
        ),
    await tlsFinding(url, now),
    ...(await openDoors(url, admin.enabled)),
  ]
}

async function tlsFinding(url: string, now: Date): Promise<Finding> {
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && isThisMachine(hostname)) return notSeen('tls', 'Callers are on this machine alone')
  if (protocol === 'http:')
    return toDo(
      'tls',
      `${url} has no TLS: keys and answers can be read on the way`,
      'Put a proxy with TLS in front: deploy/caddy, deploy/nginx.',
    )
  const reached = await reach(url)
  if (reached.kind === 'failed')
    return toDo('tls', `${url}: ${reached.reason}`, 'Renew the certificate, or send its whole chain.')
  const days = fewDays(reached.certificateUntil, now)
  return days === null
    ? fine('tls', `The certificate holds until ${reached.certificateUntil?.toISOString().slice(0, 10)}`)
    : toDo('tls', `The certificate holds for ${days} days`, 'Renew it; let the proxy renew it by itself.')
}

async function openDoors(url: string, isAdmin: boolean): Promise<readonly Finding[]> {
  const [metrics, admin] = [await get(`${url}/metrics`), isAdmin ? await get(`${url}/admin/v1/system`) : null]
  const open = [
    ...(metrics?.status === 200
      ? [
          toDo(
            'doors',
            `${url}/metrics is open to everybody`,
            'Take --development away, or set server.operations: { port: 9464 }.',
          ),
        ]
      : []),
    ...(admin?.status === 200
      ? [
          toDo(
            'doors',
            `${url}/admin/v1 answers without a credential`,
            'Stop the server, and look at its admin schemes.',
          ),
        ]
      : []),
  ]
  return open.length > 0 ? open : [fine('doors', 'What is for operators is closed to callers')]
}
