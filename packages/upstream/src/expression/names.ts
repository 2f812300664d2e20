/** A name at the root of an expression, and the name after it: `input.pan` is `{ root: 'input', next: 'pan' }`. */
export interface RootName {
  readonly root: string
  readonly next: string | null
}

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nameOf = (node: unknown): string | null =>
  isNode(node) && node['type'] === 'name' && typeof node['value'] === 'string' ? node['value'] : null
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value.flat(2) : [])

/** The children that see the same context as their parent. A lambda, a predicate or a later step does not. */
function sameContext(node: Node): readonly unknown[] {
  if (node['type'] === 'lambda') return []
  return [
    ...['lhs', 'rhs', 'expression', 'condition', 'then', 'else', 'procedure'].flatMap((key) =>
      Array.isArray(node[key]) ? list(node[key]) : [node[key]],
    ),
    ...list(node['expressions']),
    ...list(node['arguments']),
  ]
}

/**
 * The names that an expression looks up in the data it is given, so that a mistyped one is found when the source is compiled and not
 * at the first paid call. Names inside predicates, lambdas and later steps depend on the data and are left out.
 */
export function rootNames(tree: unknown): readonly RootName[] {
  if (!isNode(tree)) return []
  if (tree['type'] !== 'path') return sameContext(tree).flatMap(rootNames)
  const [first, second] = list(tree['steps'])
  const root = nameOf(first)
  return root === null ? rootNames(first) : [{ root, next: nameOf(second) }]
}

/** Whether a variable such as `$eval` stands anywhere in an expression. */
export function mentionsVariable(tree: unknown, name: string, seen = new Set<unknown>()): boolean {
  if (typeof tree !== 'object' || tree === null || seen.has(tree)) return false
  seen.add(tree)
  if (isNode(tree) && tree['type'] === 'variable' && tree['value'] === name) return true
  return Object.values(tree).some((child) => mentionsVariable(child, name, seen))
}
