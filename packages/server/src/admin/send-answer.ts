import { Readable } from 'node:stream'
import { isOperationFile, type OperationFile } from '@parakh/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { AdminRoute } from './admin-route.ts'
import { rowsAsCsv } from './rows-as-csv.ts'

const Rows = z.object({ items: z.array(z.record(z.string(), z.unknown())), next_cursor: z.string().nullable() })

/** Whether the client requests a list as CSV. */
const wantsCsv = ({ query, headers }: FastifyRequest): boolean =>
  z.object({ format: z.literal('csv') }).safeParse(query).success || /^\s*text\/csv\b/i.test(headers.accept ?? '')

/** Sends the response of a route: JSON, CSV for a list if requested, or a file. */
export async function sendAnswer(
  route: AdminRoute,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: unknown,
): Promise<FastifyReply> {
  reply.code(route.status)
  if (isOperationFile(answer)) return sendFile(reply, answer.type, { name: answer.name, bytes: answer.bytes })
  if (route.rows === null || !wantsCsv(request))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
  const { items, next_cursor } = Rows.parse(answer)
  if (next_cursor !== null) reply.header('x-next-cursor', next_cursor)
  const bytes = Buffer.from(rowsAsCsv(Object.keys(route.rows.shape), items))
  return sendFile(reply, 'text/csv; charset=utf-8', { name: `${route.id.replaceAll('.', '-')}.csv`, bytes })
}

const sendFile = (
  reply: FastifyReply,
  type: string,
  { name, bytes }: Pick<OperationFile, 'name' | 'bytes'>,
): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    // Where a piece fails the connection is cut off: a part must not pass for the whole.
    .send(
      bytes instanceof Uint8Array
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : Readable.from(bytes),
    )
