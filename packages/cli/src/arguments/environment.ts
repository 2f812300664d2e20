import { ENVIRONMENTS } from '@parakh/core'
import { Option } from 'commander'

/** The option `--environment`, which must be given. */
export function environmentOption(): Option {
  return new Option('--environment <environment>', 'sandbox or production')
    .choices([...ENVIRONMENTS])
    .makeOptionMandatory()
}
