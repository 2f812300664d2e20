/** What is kept of an answer, in bytes. */
const KEPT_BYTES = 1_024
/** What is read of one so that its connection can be used again. */
const READ_BYTES = 16_384

/** The body of an answer, as it comes. */
type Body = AsyncIterable<Uint8Array>

/** The beginning of an answer as text, without what cannot be stored. A long or endless one is left unread. */
export async function readExcerpt(body: Body): Promise<string> {
  const kept: Uint8Array[] = []
  let [read, length] = [0, 0]
  for await (const chunk of body) {
    if (length < KEPT_BYTES) {
      const part = chunk.subarray(0, KEPT_BYTES - length)
      kept.push(part)
      length += part.length
    }
    read += chunk.length
    if (read > READ_BYTES) break
  }
  const text = new TextDecoder().decode(Buffer.concat(kept))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL stores no NUL, and a terminal is not to be steered.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '\ufffd')
}
