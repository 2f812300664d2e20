/** The import table: which package may import which. CONTRIBUTING.md has the same rows, and test/import-table.test.ts compares them. */
const OURS = '^packages/(core|kernel|store|upstream|webhooks|business|documents|server|cli|testkit|bench|providers)/'
const TESTS = '\\.test\\.ts$'
const sourcesOf = (name) => `^packages/${name}/src/`
const mayImport = (name, allowed) => ({
  name: `${name.replaceAll('/', '-')}-imports`,
  comment: `${name} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: sourcesOf(name), pathNot: TESTS },
  to: { path: OURS, pathNot: [name, ...allowed].map((one) => `^packages/${one}/`) },
})
/** The order within kernel, lowest first: a folder imports those before it. Its README says what each holds. */
const KERNEL_ORDER = [
  'decide',
  'request',
  'time',
  'limits',
  'consent',
  'runtime',
  'sandbox',
  'handles',
  'facts',
  'provider',
  'call',
  'async-result',
  'published',
  'background',
  'compose',
]
const kernelFolders = (names) => `^packages/kernel/src/(${names.join('|')})/`
const kernelOrder = KERNEL_ORDER.slice(0, -1).map((name, place) => ({
  name: `kernel-order-${name}`,
  comment: `kernel/${name} imports no folder that stands above it: ${KERNEL_ORDER.slice(place + 1).join(', ')}`,
  severity: 'error',
  from: { path: kernelFolders([name]), pathNot: TESTS },
  to: { path: kernelFolders(KERNEL_ORDER.slice(place + 1)) },
}))
const only = (module, pathNot) => ({
  name: `${module}-only-there`,
  comment: `${module} is imported in one place only`,
  severity: 'error',
  from: { path: '^(packages|examples)/', pathNot },
  to: { path: `node_modules/${module}/` },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'No circular imports, of types neither: what two files share stands in one beneath both.',
      severity: 'error',
      // store is being reworked and is excepted until then.
      from: { pathNot: sourcesOf('store') },
      to: { circular: true },
    },
    {
      name: 'no-cycles-in-store',
      comment: 'No circular imports of store at run time. Goes once those for types are gone: no-cycles covers both.',
      severity: 'error',
      from: { path: sourcesOf('store') },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    ...kernelOrder,
    {
      name: 'kernel-order-beneath',
      comment: 'error-codes.ts and container.ts stand beneath all folders of kernel.',
      severity: 'error',
      from: { path: '^packages/kernel/src/(error-codes|container)\\.ts$' },
      to: { path: kernelFolders(KERNEL_ORDER) },
    },
    {
      name: 'kernel-order-every-folder',
      comment:
        'Each folder of kernel has its place in the order. error-codes.ts and container.ts stand beneath all of them.',
      severity: 'error',
      from: { path: sourcesOf('kernel') },
      to: {
        path: sourcesOf('kernel'),
        pathNot: [kernelFolders(KERNEL_ORDER), '^packages/kernel/src/(error-codes|container)\\.ts$'],
      },
    },
    {
      name: 'resolvable',
      comment: 'Each import resolves.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'by-name-only',
      comment: 'Another package is imported by its name, never by a path into it.',
      severity: 'error',
      from: { path: '^packages/((?:providers/)?[^/]+)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    mayImport('core', []),
    {
      name: 'core-has-no-io',
      comment: 'core imports zod and nothing from node:.',
      severity: 'error',
      from: { path: sourcesOf('core'), pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    mayImport('kernel', ['core']),
    mayImport('store', ['core']),
    mayImport('upstream', ['core']),
    mayImport('webhooks', ['core']),
    mayImport('business', ['core']),
    mayImport('documents', ['core']),
    mayImport('server', ['core', 'kernel', 'store', 'upstream', 'webhooks', 'business', 'documents']),
    mayImport('cli', ['core', 'kernel', 'server']),
    mayImport('testkit', ['core', 'kernel']),
    {
      name: 'plugins-import-core',
      comment: 'providers/* may import only: core',
      severity: 'error',
      from: { path: '^packages/providers/([^/]+)/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/core/', '^packages/providers/$1/'] },
    },
    {
      name: 'no-plugin-in-the-framework',
      comment: 'No package of the framework imports a plugin.',
      severity: 'error',
      from: {
        path: '^packages/(core|kernel|store|upstream|webhooks|business|documents|server|cli|testkit)/src/',
        pathNot: TESTS,
      },
      to: { path: '^packages/providers/' },
    },
    {
      name: 'host-without-http',
      comment: 'Commands load @parakh/server/host: it leads to nothing that only a server needs.',
      severity: 'error',
      from: { path: '^packages/server/src/host\\.ts$' },
      to: { path: 'node_modules/(fastify|fastify-plugin|prom-client|@scalar)/', reachable: true },
    },
    only('fastify', ['^packages/server/', '^packages/bench/', '^examples/embed-fastify/', TESTS]),
    only('pdfkit', ['^packages/documents/']),
    only('knex', ['^packages/store/', '^packages/bench/']),
    only('tsyringe', ['^packages/kernel/src/container\\.ts$']),
    only('reflect-metadata', ['^packages/kernel/src/container\\.ts$']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@parakh/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
