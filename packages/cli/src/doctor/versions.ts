import { type Finding, fine, toDo } from './finding.ts'

/** The oldest Node that is supported. */
const OLDEST_NODE = [20, 19] as const

/** Whether Node is supported. @param node As `process.versions.node` has it. */
export function versionFindings(version: string, node: string): readonly Finding[] {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isOld = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])
  const found = `Parakh ${version}, Node ${node}`
  return [
    isOld
      ? toDo('version', found, `Install Node ${OLDEST_NODE.join('.')} or newer: this one is not supported.`)
      : fine('version', found),
  ]
}
