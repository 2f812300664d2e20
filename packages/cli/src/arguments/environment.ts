import { ENVIRONMENTS } from '@parakh/core'
import { Option } from 'commander'

/** The required option `--environment`. */
export function environmentOption(): Option {
  return new Option('--environment <environment>', 'sandbox or production')
    .choices([...ENVIRONMENTS])
    .makeOptionMandatory()
}
