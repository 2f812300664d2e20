import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckedConfig } from '@parakh/server/host'
import { type Finding, fine, toDo } from './finding.ts'

const GROUP_OR_OTHERS = 0o077
const isClosed = async (path: string): Promise<boolean> => ((await stat(path)).mode & GROUP_OR_OTHERS) === 0

/** Whether others of this machine could read the secrets beside the configuration. The database file is closed when it is opened. */
export async function fileFindings({ folder }: Pick<CheckedConfig, 'folder'>): Promise<readonly Finding[]> {
  const [secrets, development] = [join(folder, '.env'), join(folder, '.parakh')]
  const isOpen = existsSync(secrets) && !(await isClosed(secrets)) && !(await isClosed(folder))
  return [
    isOpen
      ? toDo('files', `${secrets} can be read by others of this machine`, `chmod 600 ${secrets}`)
      : fine('files', 'Nobody else of this machine reads the secrets'),
    ...(existsSync(development)
      ? [
          toDo(
            'secrets',
            `${development} has the secrets of a development server`,
            'Set the secrets of the configuration from the environment (docs/guides/deploy.md), and remove the folder. Keys that were issued with them end.',
          ),
        ]
      : []),
  ]
}
