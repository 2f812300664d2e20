import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Host } from '@parakh/kernel'
import { type CheckedConfig, type DocumentOptions, listenerUrls } from '@parakh/server/host'
import type { Command } from 'commander'
import { withInstalled } from '../host/open-host.ts'
import { requireEndpoints } from '../host/require-endpoints.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

/** A document that is generated from the endpoints of a host. */
export interface DocumentCommand {
  /** `openapi`. */
  readonly name: string
  /** `the OpenAPI 3.1 document`. */
  readonly title: string
  make(host: Host, about: DocumentOptions): object | Promise<object>
  /** The same for the admin API, if there is one: then the command has `--admin`. */
  readonly admin?: (host: Host, about: DocumentOptions) => object
}

interface Options extends CommonOptions {
  readonly endpoint?: string
  readonly out?: string
  readonly admin?: true
}

/** Adds a command that prints a document of all endpoints or of one, or writes it to a file. */
export function addDocumentCommand(program: Command, session: Session, document: DocumentCommand): void {
  const command = addCommand(program, document.name, `print ${document.title}`)
    .option('--endpoint <id>', 'only this endpoint')
    .option('--out <file>', 'write it to a file')
    .action((options: Options) => produce(session, options, document))
  if (document.admin) command.option('--admin', 'the document of the admin API')
}

async function produce(session: Session, options: Options, document: DocumentCommand): Promise<void> {
  const made = await withInstalled(session, options, (host, config) => {
    requireEndpoints(host, options.endpoint === undefined ? [] : [options.endpoint])
    const about = aboutOf(config, options.endpoint)
    return document.admin && options.admin ? document.admin(host, about) : document.make(host, about)
  })
  const text = JSON.stringify(made, null, 2)
  if (options.out === undefined) return printResult(session.terminal, options, { json: made, text })
  const file = resolve(session.terminal.cwd, options.out)
  await writeFile(file, `${text}\n`)
  printResult(session.terminal, options, { json: { ok: true, file }, text: `Wrote ${document.title} to ${file}.` })
}

function aboutOf({ brand, server, legacy }: CheckedConfig, endpoint: string | undefined): DocumentOptions {
  const baseUrl = server.publicUrl ?? `http://${server.host}:${server.port}${server.prefix}`
  const listeners = listenerUrls(server.listeners, baseUrl)
  const about = { brand, baseUrl, listeners, legacyQueryKey: legacy.queryKey }
  return endpoint === undefined ? about : { ...about, endpoint }
}
