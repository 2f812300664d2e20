import type { UpstreamReply } from './exchange.ts'
import { reply } from './replies.ts'

/** Bodies that are proper JSON and no record, by the misbehaviour that sends them; a contract may take them for one all the same. */
export const WRONG_BODIES = {
  'wrong content type': { unexpected: true },
  'a no in a success': { status: '404', message: 'record not found' },
  'empty object': {},
} as const

/**
 * Everything a hostile upstream does that ends at once, whatever it was asked, by name: none of it may be charged. What hangs is
 * apart, because it takes the caller's deadline.
 *
 * @example
 * for (const [name, misbehave] of Object.entries(MISBEHAVIOURS)) upstream.on(`/${name}`, misbehave)
 */
export const MISBEHAVIOURS: Readonly<Record<string, UpstreamReply>> = {
  'server error': reply.status(500),
  'bad gateway': reply.status(502),
  unauthorised: reply.status(401),
  throttled: reply.throttled(30),
  reset: reply.reset(),
  'reset in the body': reply.resetMidBody(),
  'truncated JSON': reply.truncatedJson(),
  'HTML instead of JSON': reply.html(),
  'huge body': reply.huge(30),
  'invalid UTF-8': reply.invalidUtf8(),
  'wrong content type': reply.wrongContentType(WRONG_BODIES['wrong content type']),
  'gzip bomb': reply.gzipBomb(50),
  redirect: reply.redirect('http://127.0.0.1:1/'),
  'invalid numbers': reply.invalidNumbers(),
  'infinite number': reply.infiniteNumber(),
  'prototype payload': reply.prototypePayload(),
  'deep nesting': reply.deepJson(100_000),
  'a no in a success': reply.json(WRONG_BODIES['a no in a success']),
  'empty object': reply.json(WRONG_BODIES['empty object']),
  null: reply.json(null),
  array: reply.json([]),
  'empty body': reply.rawJson(''),
}
/** What never ends by itself, by name: a caller must end it at its deadline. */
export const ENDLESS_MISBEHAVIOURS: Readonly<Record<string, UpstreamReply>> = {
  hang: reply.hang(),
  'headers only': reply.headersOnly(),
  'slow drip': reply.drip({ padding: 'x'.repeat(10_000) }, 1_000),
}

type Body = Readonly<Record<string, unknown>>

/** A value of another type than the one that is expected. */
const otherType = (value: unknown): unknown => (typeof value === 'number' ? [String(value)] : 4_711)
const otherTypes = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, otherType(value)]))

/** What a hostile upstream makes of a good answer, by name. */
export const DISTORTIONS: Readonly<Record<string, (answer: Body) => UpstreamReply>> = {
  'half of the answer': (answer) => reply.rawJson(JSON.stringify(answer).replace(/.{3}$/s, '')),
  'wrong types': (answer) => reply.json(otherTypes(answer)),
  'the answer with a number beyond all': (answer) =>
    reply.rawJson(JSON.stringify(answer).replace(/\}$/, ',"limit":1e309}')),
  'the answer with poisoned keys': (answer) => reply.prototypePayload(answer),
  'the answer, packed': (answer) => reply.packed(answer),
}

/** What a hostile upstream makes of one person's answer and some fields of another's, by name. */
export const CONFUSIONS: Readonly<Record<string, (answer: Body, other: Body) => UpstreamReply>> = {
  "another one's answer": (answer, other) => reply.json({ ...answer, ...other }),
  'two answers in one': (answer, other) =>
    reply.rawJson(`${JSON.stringify(answer).replace(/\}$/, ',')}${JSON.stringify(other).slice(1)}`),
}
