import {
  CONTRACT,
  CounterMetric,
  definePlugin,
  gaugeMetric,
  HistogramMetric,
  type MetricFamily,
  Metrics,
} from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { serverForTest } from '../../test/server-for-test.ts'

const serverWith = (families: readonly MetricFamily[]) =>
  serverForTest({
    plugins: [
      definePlugin({
        ...{ id: 'acme', contract: CONTRACT },
        contributes: [Metrics.contribute({ id: 'letters', needs: {}, make: () => families })],
      })(),
    ],
  })

describe('metrics of a plugin', () => {
  it('are exported beside those of calls, as Prometheus reads them', async () => {
    const sent = new CounterMetric('acme_letters_total', 'Letters sent\nby kind', [{ kind: 'bill' }])
    const weights = new HistogramMetric('acme_letter_grams', 'Their weight', [20, 50])
    const test = await serverWith([sent, weights, gaugeMetric('acme_waiting', 'Letters that wait', async () => 7)])
    sent.add({ kind: 'a "quoted\\one"\n' }, 2)
    for (const grams of [20, 21, 80]) weights.observe(grams)
    const { body, headers } = await test.app.inject('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toContain(
      [
        '# HELP acme_letters_total Letters sent\\nby kind',
        '# TYPE acme_letters_total counter',
        'acme_letters_total{kind="bill"} 0',
        'acme_letters_total{kind="a \\"quoted\\\\one\\"\\n"} 2',
        '# HELP acme_letter_grams Their weight',
        '# TYPE acme_letter_grams histogram',
        'acme_letter_grams_bucket{le="20"} 1',
        'acme_letter_grams_bucket{le="50"} 2',
        'acme_letter_grams_bucket{le="+Inf"} 3',
        'acme_letter_grams_sum 121',
        'acme_letter_grams_count 3',
        '# HELP acme_waiting Letters that wait',
        '# TYPE acme_waiting gauge',
        'acme_waiting 7',
      ].join('\n'),
    )
    expect(body).toContain('parakh_call_duration_seconds')
    await test.server.close()
  })

  it('that cannot be read are omitted and logged, and the others are there', async () => {
    const test = await serverWith([
      gaugeMetric('acme_away', 'Away', () => Promise.reject(new Error('no connection'))),
      gaugeMetric('acme_none', 'None now', async () => null),
      gaugeMetric('acme_there', 'There', async () => [{ labels: { of: 'one' }, value: 1 }]),
    ])
    const reply = await test.app.inject('/metrics')
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('acme_there{of="one"} 1')
    expect(reply.body).not.toMatch(/acme_away|acme_none/)
    expect(test.logger.of('metric.not_read')).toMatchObject([{ facts: { metric: 'acme_away' } }])
    await test.server.close()
  })

  it.each([
    ['acme-letters', 'the name must be letters'],
    ['parakh_calls_total', 'another metric has this name'],
    ['parakh_jobs_due', 'another metric has this name'],
  ])('called %s are refused at start', async (name, detail) => {
    await expect(serverWith([new CounterMetric(name, 'One')])).rejects.toMatchObject({
      code: 'METRIC_INVALID',
      message: expect.stringContaining(detail),
    })
  })
})
