/** The import table: which package may import which. CONTRIBUTING.md has the same rows, and test/import-table.test.ts compares them. */
const OURS =
  '^packages/(core|kernel|store|upstream|operations|server|cli|testkit|bench|features|providers|gateways|console-pages)/'
const TESTS = '\\.test\\.ts$'
const sourcesOf = (name) => `^packages/${name}/src/`
const mayImport = (name, allowed) => ({
  name: `${name.replaceAll('/', '-')}-imports`,
  comment: `${name} may import only: ${allowed.join(', ') || 'nothing of ours'}`,
  severity: 'error',
  from: { path: sourcesOf(name), pathNot: TESTS },
  to: { path: OURS, pathNot: [name, ...allowed].map((one) => `^packages/${one}/`) },
})
/**
 * The order within each package, lowest level first: a folder imports only folders of levels before its own. Files at the root of `src`
 * that `beneath` matches are imported by all folders; the others there (index.ts, what composes the package) import any and stand above.
 */
const ORDERS = {
  core: {
    beneath: '(?!(index|plugin)\\.)[^/]+',
    levels: [['formats', 'fields'], ['operation'], ['services', 'sandbox-people'], ['envelopes']],
  },
  kernel: {
    beneath: 'error-codes|container',
    levels: [
      ['decide'],
      ['auth', 'operations', 'routers'],
      ['pricing'],
      ['request'],
      ['time'],
      ['limits', 'wallet', 'tables'],
      ['consent'],
      ['runtime'],
      ['sandbox'],
      ['handles'],
      ['call-data'],
      ['provider'],
      ['call'],
      ['async-result'],
      ['published'],
      ['background'],
      ['compose'],
    ],
  },
  store: {
    beneath: 'error-codes|columns',
    levels: [
      ['connection'],
      ['secrets'],
      ['vault', 'audit', 'outbox', 'account-tree', 'usage', 'statements', 'counters', 'serving', 'backup'],
      ['wallet', 'jobs'],
      ['records', 'keys', 'commission', 'subjects'],
      ['billing', 'ledger', 'accounts', 'admin'],
      ['tables'],
      ['migrations', 'copy'],
    ],
  },
  upstream: {
    beneath: 'error-codes|hostile-keys|settings',
    levels: [['exchange', 'expression'], ['credentials'], ['attempts', 'compile'], ['testing']],
  },
  'features/webhooks': {
    beneath: 'contract|error-codes|event-log|events|views|webhook-store',
    levels: [['signing', 'target', 'tables'], ['delivery'], ['account', 'operations'], ['testing']],
  },
  'features/alerts': {
    beneath: 'error-codes|settings',
    levels: [['rules'], ['tables'], ['telling'], ['mails', 'posts', 'operations']],
  },
  'features/plans': { beneath: 'error-codes|contract|events', levels: [['rules'], ['tables', 'operations', 'jobs']] },
  'features/console': {
    beneath: 'error-codes|settings|site-folder',
    levels: [['tables', 'mails', 'pages'], ['people'], ['sign-in'], ['routes', 'operations']],
  },
  'features/funding': {
    beneath: 'error-codes|settings',
    levels: [['contract'], ['rules'], ['tables'], ['operations', 'routes']],
  },
  'features/analytics': { beneath: 'error-codes|contract', levels: [['rules', 'tables'], ['roll-up'], ['operations']] },
  'features/invoicing': {
    beneath: 'error-codes|settings',
    levels: [['contract'], ['tables', 'statements'], ['invoices'], ['operations'], ['monthly']],
  },
  'features/resale': {
    beneath: 'error-codes|percent-text|settings',
    levels: [
      ['contract'],
      ['tables'],
      ['brands', 'costs'],
      ['prices'],
      ['commission'],
      ['services'],
      ['jobs', 'operations'],
    ],
  },
  'features/documents': {
    beneath: 'error-codes',
    levels: [['brand', 'fonts'], ['text'], ['layout'], ['paint'], ['printable', 'routes']],
  },
  operations: {
    beneath: 'scopes|reason-field',
    levels: [
      [
        'accounts',
        'admin-tokens',
        'alerts',
        'audit',
        'breach',
        'consents',
        'usage',
        'wallets',
        'wallet-tasks',
        'work',
        'system',
        'sources',
        'retention',
        'secrets',
        'subjects',
      ],
      ['calls', 'keys', 'kyc', 'ledger', 'orders', 'thresholds'],
    ],
  },
  server: {
    beneath: 'error-codes',
    levels: [['config'], ['services', 'openapi'], ['account', 'postman'], ['http'], ['admin']],
  },
  cli: { beneath: 'error-codes', levels: [['terminal'], ['arguments', 'host', 'init'], ['doctor'], ['commands']] },
  testkit: {
    beneath: 'error-codes',
    levels: [['upstream'], ['fakes', 'memory'], ['host'], ['plugin', 'isolation'], ['hostile'], ['suites']],
  },
}
const orderOf = ([name, { beneath, levels }]) => {
  const folders = (names) => `^packages/${name}/src/(${names.join('|')})/`
  const shared = `^packages/${name}/src/(${beneath})\\.ts$`
  const atRoot = `^packages/${name}/src/[^/]+\\.ts$`
  return [
    ...levels.map((level, place) => ({
      name: `${name.replace('/', '-')}-order-${place + 1}`,
      comment: `${name}: ${level.join(', ')} import of its folders only ${levels.slice(0, place).flat().join(', ') || 'themselves'}`,
      severity: 'error',
      from: { path: folders(level), pathNot: TESTS },
      to: { path: [folders(levels.slice(place).flat()), atRoot], pathNot: [`^packages/${name}/src/$1/`, shared] },
    })),
    {
      name: `${name.replace('/', '-')}-order-beneath`,
      comment: `${name}: files beneath all folders import none of them`,
      severity: 'error',
      from: { path: shared, pathNot: TESTS },
      to: { path: sourcesOf(name), pathNot: shared },
    },
    {
      name: `${name.replace('/', '-')}-order-every-folder`,
      comment: `${name}: each folder has its place in ORDERS`,
      severity: 'error',
      from: { path: sourcesOf(name) },
      to: { path: sourcesOf(name), pathNot: [folders(levels.flat()), atRoot] },
    },
  ]
}
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
      from: {},
      to: { circular: true },
    },
    ...Object.entries(ORDERS).flatMap(orderOf),
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
      from: { path: '^packages/((?:(?:features|providers|gateways)/)?[^/]+)/' },
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
    mayImport('operations', ['core']),
    mayImport('server', ['core', 'kernel', 'store', 'upstream', 'operations']),
    mayImport('cli', ['core', 'kernel', 'operations', 'server']),
    mayImport('testkit', ['core', 'kernel', 'features/funding']),
    mayImport('console-pages', []),
    {
      name: 'plugins-import-core',
      comment: 'providers/* may import only: core',
      severity: 'error',
      from: { path: '^packages/providers/([^/]+)/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/core/', '^packages/providers/$1/'] },
    },
    {
      name: 'features-import-core',
      comment: 'features/* may import only: core',
      severity: 'error',
      from: { path: '^packages/features/([^/]+)/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/core/', '^packages/features/$1/'] },
    },
    {
      name: 'gateways-import-core',
      comment: 'gateways/* may import only: core, features/funding',
      severity: 'error',
      from: { path: '^packages/gateways/([^/]+)/src/', pathNot: TESTS },
      to: { path: OURS, pathNot: ['^packages/core/', '^packages/features/funding/', '^packages/gateways/$1/'] },
    },
    {
      name: 'no-plugin-in-the-framework',
      comment: 'No package of the framework imports a plugin, features included: what is not configured is not loaded.',
      severity: 'error',
      from: { path: '^packages/(core|kernel|store|upstream|operations|server|cli)/src/', pathNot: TESTS },
      to: { path: '^packages/(features|providers|gateways)/' },
    },
    {
      name: 'no-lookup-in-features',
      comment: 'Features and the testkit import no plugin of lookups and no gateway.',
      severity: 'error',
      from: { path: '^packages/(features|testkit)/', pathNot: [TESTS, '/test/'] },
      to: { path: '^packages/(providers|gateways)/' },
    },
    {
      name: 'host-without-http',
      comment: 'Commands load @parakh/server/host: it leads to nothing that only a server needs.',
      severity: 'error',
      from: { path: '^packages/server/src/host\\.ts$' },
      to: { path: 'node_modules/(fastify|fastify-plugin|prom-client|@scalar)/', reachable: true },
    },
    only('fastify', ['^packages/server/', '^packages/bench/', '^examples/embed-fastify/', TESTS]),
    only('pdfkit', ['^packages/features/documents/']),
    only('knex', ['^packages/store/', '^packages/bench/']),
    only('tsyringe', ['^packages/kernel/src/container\\.ts$']),
    only('reflect-metadata', ['^packages/kernel/src/container\\.ts$']),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|site)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@parakh/source', 'import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
}
