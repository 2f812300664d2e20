import type { ConfigurationFault } from '@parakh/core'
import type { Host, HostOptions } from '../host.ts'

export declare function createHost(options: HostOptions): Promise<Host>
export declare function checkComposition(options: HostOptions): readonly ConfigurationFault[]
