// Finds the changes that the office made to a route since the phone last read it.
import type { DriverRoute } from '../../src/contract/driver.ts'
import { elementsToMove } from '../../src/domain/routes/replan.ts'
import { isOpen } from './apply.ts'

/** A stop that the office added, removed or moved while the driver was working. */
export interface Change {
  stopId: string
  line1: string
  kind: 'ADDED' | 'REMOVED' | 'MOVED'
}

/** Returns the office's changes. `before` is the route that the phone expects. It includes the driver's own taps, which are not news. */
export function changesBetween(before: DriverRoute, now: DriverRoute): Change[] {
  const absent = (from: DriverRoute, of: DriverRoute, kind: Change['kind']): Change[] =>
    from.stops
      .filter(({ stop_uuid }) => of.stops.every((stop) => stop.stop_uuid !== stop_uuid))
      .map((stop) => changeOf(stop, kind))
  const moved = elementsToMove(openStopIds(before), openStopIds(now))
  return [
    ...absent(before, now, 'REMOVED'),
    ...absent(now, before, 'ADDED'),
    ...now.stops.filter(({ stop_uuid }) => moved.has(stop_uuid)).map((stop) => changeOf(stop, 'MOVED')),
  ]
}

/** Merges changes, with one per stop: the latest. A stop that was added and removed again is dropped. */
export function mergeChanges(changes: readonly Change[], more: readonly Change[]): Change[] {
  const known = new Map(changes.map((change) => [change.stopId, change]))
  for (const change of more) {
    const before = known.get(change.stopId)?.kind
    if (before === 'ADDED' && change.kind === 'MOVED') continue
    known.delete(change.stopId)
    if (before !== 'ADDED' || change.kind !== 'REMOVED') known.set(change.stopId, change)
  }
  return [...known.values()]
}

const changeOf = ({ stop_uuid, address }: DriverRoute['stops'][number], kind: Change['kind']): Change => ({
  stopId: stop_uuid,
  line1: address.line1,
  kind,
})

const openStopIds = ({ stops }: DriverRoute): string[] => stops.filter(isOpen).map(({ stop_uuid }) => stop_uuid)
