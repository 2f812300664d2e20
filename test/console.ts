// A console for tests of features whose mails go to its people. Its own tests take it from where it is made.
export type { Browser } from '../packages/features/console/test/browser.ts'
export {
  type ConsolePlace,
  type ConsoleProcess,
  consolePlace,
  invited,
  type ProcessOptions,
} from '../packages/features/console/test/console-world.ts'
