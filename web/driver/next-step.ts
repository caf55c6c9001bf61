// Determines the next action at a stop.
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import type { DoorCheckKind } from '../../src/domain/routes/door-checks.ts'
import { nextDoorCheck } from './door-check-answers.ts'
import { doorProgress, isChecked, loadToCheck } from './pieces.ts'
import { nextProof } from './route-text.ts'

export type Step =
  | { kind: 'LOAD'; load: number }
  | { kind: 'START' | 'ARRIVE' | 'PHOTO' | 'SIGNATURE' | 'DELIVER' }
  | { kind: 'SCAN'; left: number }
  /** Check at the door. `stop` is the delivery that requires it, which may be another one at the same door. */
  | { kind: 'ASKED'; stop: RunStop; need: DoorCheckKind }

/** Returns true if the route has started and the driver has arrived. */
export const isAtDoor = (run: DriverRoute, stop: RunStop): boolean =>
  run.route.status !== 'DISPATCHED' && stop.status === 'ARRIVED'

/** Returns the driver's next action at the stop. `others` are the deliveries at the same door that are finished together with it. */
export function nextStep(run: DriverRoute, stop: RunStop, others: readonly RunStop[]): Step {
  if (run.route.status === 'DISPATCHED') {
    const load = loadToCheck(run, stop)
    const mustCheck = load !== null && run.business.scan_loading === 'REQUIRED' && !isChecked(run, load)
    return mustCheck ? { kind: 'LOAD', load } : { kind: 'START' }
  }
  if (!isAtDoor(run, stop)) return { kind: 'ARRIVE' }
  const all = [stop, ...others]
  const scans = doorProgress(run, all)
  if (scans?.needed) return { kind: 'SCAN', left: scans.left }
  for (const one of all) {
    const need = nextDoorCheck(one)
    if (need !== null) return { kind: 'ASKED', stop: one, need }
  }
  const proof = all.map((one) => nextProof(run, one)).find((kind) => kind !== null)
  return { kind: proof ?? 'DELIVER' }
}
