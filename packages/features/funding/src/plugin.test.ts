import { manualClock } from '@parakh/testkit'
import { testTables } from '@parakh/testkit/suites'
import { ENGINES, fundingBench } from '../test/funding-bench.ts'
import funding from './plugin.ts'

testTables(funding, Object.fromEntries(ENGINES.map((engine) => [engine, () => fundingBench(engine, manualClock())])))
