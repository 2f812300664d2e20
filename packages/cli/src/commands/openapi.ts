import { adminOpenapi, openapi } from '@parakh/server/host'
import type { Command } from 'commander'
import type { Session } from '../terminal/session.ts'
import { addDocumentCommand } from './document-command.ts'

/** `parakh openapi`. */
export function addOpenapi(program: Command, session: Session): void {
  addDocumentCommand(program, session, {
    ...{ name: 'openapi', title: 'the OpenAPI 3.1 document', make: openapi },
    admin: adminOpenapi,
  })
}
