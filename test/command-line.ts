// The command line for tests of features.
export { CONFIGURATION, type TestCli, testCliWithAccount } from '../packages/cli/test/test-cli.ts'
