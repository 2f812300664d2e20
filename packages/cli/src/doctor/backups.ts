import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Finding, fine, notSeen, toDo } from './finding.ts'

const HOUR_MS = 3_600_000
/** A nightly backup, with some hours to spare. */
const OLDEST_HOURS = 26

/** When a file was written; of a folder, the newest one in it. Null: there is none. */
async function newestIn(path: string): Promise<Date | null> {
  const found = await stat(path)
  if (!found.isDirectory()) return found.mtime
  const files = await Promise.all((await readdir(path)).map((name) => stat(join(path, name))))
  const times = files.filter((file) => file.isFile() && file.size > 0).map(({ mtime }) => mtime.getTime())
  return times.length === 0 ? null : new Date(Math.max(...times))
}

/** How old the newest backup is. @param path A file or a folder; null: it was not said where they are. */
export async function backupFindings(path: string | null, now: Date): Promise<readonly Finding[]> {
  if (path === null)
    return [
      notSeen(
        'backups',
        'Where backups are was not said',
        'parakh doctor --backups FOLDER; docs/guides/backup-and-restore.md',
      ),
    ]
  const act = 'Make one now, and one each night: docs/guides/backup-and-restore.md.'
  let newest: Date | null
  try {
    newest = await newestIn(path)
  } catch {
    return [toDo('backups', `${path} is not there, or cannot be read`, act)]
  }
  if (newest === null) return [toDo('backups', `${path} has no backup`, act)]
  const hours = Math.round((now.getTime() - newest.getTime()) / HOUR_MS)
  const found = `The newest backup at ${path} is ${hours} hours old`
  return [hours > OLDEST_HOURS ? toDo('backups', found, act) : fine('backups', found)]
}
