import { postman } from '@parakh/server/host'
import type { Command } from 'commander'
import type { Session } from '../terminal/session.ts'
import { addDocumentCommand } from './document-command.ts'

/** `parakh postman`. */
export function addPostman(program: Command, session: Session): void {
  addDocumentCommand(program, session, { name: 'postman', title: 'the Postman collection', make: postman })
}
