import agristack from '@parakh/agristack'
import challan from '@parakh/challan'
import dl from '@parakh/dl'
import gst from '@parakh/gst'
import ifsc from '@parakh/ifsc'
import npci from '@parakh/npci'
import otp from '@parakh/otp'
import pan from '@parakh/pan'
import print from '@parakh/print'
import ration from '@parakh/ration'
import rc from '@parakh/rc'
import { createServer, defineConfig } from '@parakh/server'
import voter from '@parakh/voter'
import { everyFeature } from '../rig/every-feature.ts'
import { measuredSettings } from './measured-settings.ts'
import { answerProfileRequests } from './profile-requests.ts'
import { reportReady } from './ready.ts'

// A host with every plugin there is: how long it takes to start, and for the compiler to check this file.
const { database, secrets } = measuredSettings()
const server = await createServer(
  defineConfig({
    server: { host: '127.0.0.1', port: 0 },
    database,
    plugins: [
      ...[ifsc(), pan(), gst(), rc(), dl(), npci()],
      ...[voter(), ration(), challan(), agristack(), print(), otp()],
      ...everyFeature(),
    ],
    secrets,
  }),
)
const { url } = await server.listen()
answerProfileRequests()
reportReady({ url, callers: [] })
