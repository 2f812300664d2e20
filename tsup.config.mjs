// How packages are built. `tsup` builds all of them in one process at the root, and in the folder of a package that one.
import { join, relative } from 'node:path'
import { builtPackages, entriesOf } from './scripts/packages.mjs'
import { ROOT } from './scripts/run-step.mjs'

/**
 * Leaves relative imports in the output, with the extension that files have there.
 *
 * @type {NonNullable<import('tsup').Options['esbuildPlugins']>[number]}
 */
const fileForFile = {
  name: 'file-for-file',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/\.ts$/, '.js'), external: true },
    )
  },
}

/**
 * The build of one package: its own code in one file for each entry and each `import()`, everything else imported by name. Declarations come
 * from the compiler (`npm run declarations`), so a build does not wait for them and does not delete them.
 *
 * @param {string} folder From the root.
 * @returns {import('tsup').Options}
 */
export function buildOf(folder) {
  const entries = entriesOf(folder)
  const source = join(ROOT, folder, 'src')
  return {
    ...(entries
      ? { entry: entries, splitting: true }
      : { entry: [`${source}/**/*.ts`, '!**/*.test.ts'], splitting: false, esbuildPlugins: [fileForFile] }),
    name: folder,
    outDir: join(ROOT, folder, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node20',
    skipNodeModulesBundle: true,
    removeNodeProtocol: false,
    clean: ['!**/*.d.ts'],
    silent: true,
  }
}

/** What `tsup` builds in the folder where it runs. */
export default () => {
  const here = relative(ROOT, process.cwd())
  return (here === '' ? builtPackages() : [here]).map(buildOf)
}
