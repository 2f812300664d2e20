import { ApiError, errorOf } from './api-error.ts'

/** What the pages do about an answer, besides showing it. */
export interface Reactions {
  /** The session is over: to sign-in. */
  sessionEnded(): void
  /** Asks the person to prove itself. False: it did not, so the refusal stands. @param path Of the address that asks for it. */
  prove(methods: readonly string[], path: string): Promise<boolean>
  /** The account whose membership is used; null: the only one there is. */
  account(): string | null
}

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Sends requests as the console must: with the header that no other site can send, and the chosen membership. Where a fresh proof is
 * asked, the person gives it and the same request is sent again.
 *
 * @throws ApiError for every answer that is not 2xx, and where none came.
 */
export function consoleFetch(reactions: Reactions): (request: Request) => Promise<Response> {
  return async (request) => {
    const marked = mark(request, reactions.account())
    const first = await answerTo(marked.clone())
    if (first.ok) return first
    const error = await errorOf(first)
    if (error.code === 'STEP_UP_REQUIRED' && (await reactions.prove(error.methods, new URL(request.url).pathname))) {
      const second = await answerTo(marked)
      if (second.ok) return second
      throw await errorOf(second)
    }
    if (error.code === 'SESSION_ENDED') reactions.sessionEnded()
    throw error
  }
}

function mark(request: Request, account: string | null): Request {
  request.headers.set('X-Console-Page', '1')
  // Mails are written in the language that the page is read in.
  request.headers.set('Accept-Language', document.documentElement.lang)
  if (account !== null) request.headers.set('X-Console-Account', account)
  // An operation without fields is sent an empty object: a form of another site cannot send JSON.
  const bare = UNSAFE.has(request.method) && request.body === null
  if (!bare) return request
  request.headers.set('Content-Type', 'application/json')
  return new Request(request, { body: '{}' })
}

async function answerTo(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch {
    throw new ApiError({ code: 'NO_ANSWER', message: '' })
  }
}
