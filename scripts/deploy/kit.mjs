import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { ROOT } from '../run-step.mjs'

/** @param {string} name From deploy/. */
export const kitPath = (name) => join(ROOT, 'deploy', name)

/** @param {string} name From deploy/. */
export const kitText = (name) => readFileSync(kitPath(name), 'utf8')

/** One YAML document, as a value; merge keys are merged. @param {string} name @returns {any} */
export const kitYaml = (name) => parse(kitText(name), { merge: true })

/** All documents of a YAML file, as values. @param {string} name @returns {any[]} */
export const kitDocuments = (name) => parseAllDocuments(kitText(name)).map((document) => document.toJS())

/**
 * A file with what differs on the machine of a trial: addresses, ports, certificates. Each text must stand there, so that the trial is of the file as it is.
 *
 * @param {string} text
 * @param {Readonly<Record<string, string>>} replaced
 */
export function replaceEach(text, replaced) {
  return Object.entries(replaced).reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`${JSON.stringify(from)} does not stand there any more`)
    return whole.replaceAll(from, to)
  }, text)
}

/** @param {boolean} holds @param {string} what @throws {Error} */
export function expectThat(holds, what) {
  if (!holds) throw new Error(`Not so: ${what}`)
}
