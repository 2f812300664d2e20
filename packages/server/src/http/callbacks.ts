import { defineRoute } from '@parakh/core'
import type { Host, HostedRoute } from '@parakh/kernel'

/** `POST /callbacks/<plugin>/<provider>`: async results of a source. */
export function providerCallback(host: Host): HostedRoute {
  const route = defineRoute({
    ...{ id: 'server.provider-callback', method: 'POST', path: '/callbacks/{plugin}/{provider}' },
    needs: {},
    async handle({ request, answer }) {
      const { plugin = '', provider = '' } = request.params
      return answer.callback(await host.callback(plugin, provider, request))
    },
  })
  return { plugin: 'server', route, handle: (request, answer) => route.handle({ request, answer, services: {} }) }
}
