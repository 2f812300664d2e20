import type { FastifyInstance } from 'fastify'
import { isTooDeep } from './json-depth.ts'
import { MalformedBody } from './malformed.ts'
import type { RawBodies } from './raw-bodies.ts'

/** The largest request body, in bytes (decisions.md section 3). */
export const BODY_LIMIT = 65_536

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it contains a key that could change a prototype. */
function hasForbiddenKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (
    Object.hasOwn(value, '__proto__') ||
    Object.hasOwn(value, 'constructor') ||
    Object.hasOwn(value, 'prototype') ||
    Object.values(value).some(hasForbiddenKey)
  )
}

/** The text of a body, which must be UTF-8. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new MalformedBody('The body is not UTF-8')
  }
}

/** Parses a JSON object. */
function parseObject(text: string): unknown {
  if (isTooDeep(text)) throw new MalformedBody('The body nests too deeply')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new MalformedBody('The body is not valid JSON')
  }
  if (hasForbiddenKey(value)) throw new MalformedBody('The body has a key that is not allowed')
  if (!isObject(value)) throw new MalformedBody('The body must be a JSON object')
  return value
}

/** Makes `application/json` the only content type of an instance and its children. An empty body is undefined. @param rawBodies Keeps the bytes of some routes. */
export function readJsonBodies(app: FastifyInstance, rawBodies: RawBodies): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (request, given, done) => {
    try {
      const bytes = Buffer.from(given)
      rawBodies.keep(request, bytes)
      done(null, bytes.length === 0 ? undefined : parseObject(textOf(bytes)))
    } catch (error) {
      done(error instanceof Error ? error : new Error('The body cannot be read'))
    }
  })
}
