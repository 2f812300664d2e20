import { setTimeout as sleep } from 'node:timers/promises'
import { prepareStep, STEP_CASES, type StepCase } from './step-checks.ts'
import { type Asked, type OpenWallet, takeOnce, type WalletCheck, type WalletTrial } from './wallet-trial.ts'

/** Turns of the event loop after which an instance is killed. */
const TURNS = [0, 1, 2, 3, 4, 6, 9, 14, 20]
/** Kills at other moments, spread over twice the time that the step takes here. */
const TIMED = 11

/** When an instance is killed, after its step began. */
type Moment = () => Promise<void>

/** The event loop has run so many turns. */
const turns =
  (count: number): Moment =>
  async () => {
    for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
  }

/** Takes a step that may be cut off: whatever came of it is not looked at. */
const begin = (by: OpenWallet, name: StepCase['name'], step: Asked): Promise<unknown> =>
  takeOnce(by.wallet, name, step).catch(() => undefined)

/** Kills a driver in the middle of a step, opens another, and takes the step again: it was taken once. */
async function killAt(trial: WalletTrial, step: StepCase, moment: Moment): Promise<void> {
  const { owner, reference, has } = await prepareStep(trial, step)
  const { name, amount, leaves, gives } = step
  const asked = { owner, reference, amount }
  const instance = await trial.open()
  const begun = begin(instance, name, asked)
  await moment()
  await instance.kill()
  const next = await trial.open()
  for (let repeated = 0; repeated < 2; repeated += 1)
    await trial.expectStep(next, name, { ...asked, ...(gives === undefined ? {} : { gives }) })
  await begun
  await has(leaves, 'after the kill, and the step again')
  await trial.close()
}

/** How long a step takes, in milliseconds. */
async function durationOf(trial: WalletTrial, step: StepCase): Promise<number> {
  const { first, owner, reference } = await prepareStep(trial, step)
  const startedAt = performance.now()
  await trial.take(first, step.name, { owner, reference, amount: step.amount })
  return performance.now() - startedAt
}

const killed = (step: StepCase): WalletCheck => ({
  title: `takes a ${step.title} once, whenever its process dies`,
  ...(step.needs === undefined ? {} : { needs: step.needs }),
  async run(trial) {
    const longestMs = 2 * (await durationOf(trial, step))
    const timed = Array.from({ length: TIMED }, (): Moment => {
      const afterMs = (trial.random(1_000) / 1_000) * longestMs
      return () => sleep(afterMs)
    })
    for (const moment of [...TURNS.map(turns), ...timed]) await killAt(trial, step, moment)
  },
})

const durable = (step: StepCase): WalletCheck => ({
  title: `has taken a ${step.title} when it says so, and its process dies at once`,
  ...(step.needs === undefined ? {} : { needs: step.needs }),
  async run(trial) {
    const { owner, reference, has } = await prepareStep(trial, step)
    const instance = await trial.open()
    const asked = { owner, reference, amount: step.amount }
    await trial.expectStep(instance, step.name, {
      ...asked,
      ...(step.gives === undefined ? {} : { gives: step.gives }),
    })
    await instance.kill()
    await has(step.leaves, 'after the kill')
  },
})

/** What holds when processes die. */
export const KILL_CHECKS: readonly WalletCheck[] = [...STEP_CASES.map(durable), ...STEP_CASES.map(killed)]
