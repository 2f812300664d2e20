import { testStore } from '@parakh/testkit/suites'
import { ENGINES } from '../test/databases.ts'
import { suiteBench } from '../test/suite-bench.ts'

for (const [name, makeDatabase] of ENGINES)
  testStore(name, { durable: true, processes: true, create: () => suiteBench(makeDatabase) })
