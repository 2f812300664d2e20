import { expect, it } from 'vitest'
import { checkEventSink, type EventSinkTrial } from './check-event-sink.ts'

/**
 * The suite of an event sink: see `checkEventSink`.
 *
 * @param open Makes a sink and its receiver.
 * @example
 * testEventSink('kafka', async () => ({ sink: kafkaSink(brokers), received: readTopic, interrupt: stopBroker }))
 */
export function testEventSink(name: string, open: () => Promise<EventSinkTrial>): void {
  it(`the event sink ${name} keeps to its contract`, async () => {
    expect(await checkEventSink(await open())).toEqual([])
  })
}
