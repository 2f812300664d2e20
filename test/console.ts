// A console for tests of features whose mails go to its people. Its own tests take it from where it is made.
export { type ConsoleProcess, consolePlace, invited } from '../packages/features/console/test/console-world.ts'
