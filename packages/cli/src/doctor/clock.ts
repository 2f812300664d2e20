import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Finding, fine, notSeen, toDo } from './finding.ts'

const run = promisify(execFile)
const MOST_SKEW_MS = 2_000
const ACT = 'Let the system keep its time by NTP: timedatectl set-ntp true.'

/** Whether systemd says that the time comes from NTP; null: it cannot be asked. */
export async function systemSynchronized(): Promise<boolean | null> {
  try {
    const { stdout } = await run('timedatectl', ['show', '--property=NTPSynchronized', '--value'], { timeout: 5_000 })
    return stdout.trim() === 'yes' ? true : stdout.trim() === 'no' ? false : null
  } catch {
    return null
  }
}

/**
 * Whether this machine's clock is right. With PostgreSQL calls go by its clock; here the two are compared.
 *
 * @param skewMs How far this machine is ahead of the database; null: they are the same, or it was not reached.
 */
export function clockFinding(synchronized: boolean | null, skewMs: number | null): Finding {
  if (skewMs !== null && Math.abs(skewMs) > MOST_SKEW_MS)
    return toDo(
      'clock',
      `It is ${(Math.abs(skewMs) / 1000).toFixed(1)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`,
      ACT,
    )
  if (synchronized === false) return toDo('clock', 'The system says that its time does not come from NTP', ACT)
  if (skewMs !== null) return fine('clock', `It agrees with the database's (${skewMs} ms)`)
  if (synchronized === true) return fine('clock', 'Its time comes from NTP')
  return notSeen('clock', 'The system does not say whether its time comes from NTP', ACT)
}
