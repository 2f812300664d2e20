import { documentCpu } from './document.ts'
import { startMeasuredServer } from './measured-server.ts'
import { megabytes } from './memory.ts'
import { startUp } from './start-up.ts'
import { table } from './table.ts'
import { typeCheck } from './type-check.ts'

/** What a host with every plugin takes. */
export async function everyPlugin(): Promise<string> {
  const startedMs = await startUp('every-plugin')
  const running = await startMeasuredServer({ name: 'every-plugin', server: 'every-plugin', callers: 0 })
  const idle = (await running.servers[0]?.memory()) ?? Number.NaN
  await running.close()
  return table(
    ['every plugin', 'figure'],
    [
      ['start of the process to ready, migrations of an empty database included', `${startedMs} ms`],
      ['resident memory, idle', megabytes(idle)],
      ['tsc on a host that names them all', `${(typeCheck() / 1000).toFixed(1)} s`],
      ['processor time of a one-page PDF: read, decrypted, drawn, sent', `${(await documentCpu()).toFixed(1)} ms`],
    ],
  )
}
