// Checks a re-plan against the rules that every re-plan must keep. The check doesn't use the solver, so that it finds
// the solver's bugs.
import { freedomOf } from '../../../domain/routes/replan.ts'
import { mayUnassignStops, type ReplanDay, type RemainingStops } from '../input/vans.ts'

/** Returns the rules that the new routes violate, as messages. A violation is a bug of the solver. */
export function ruleFaults({ vans, newcomers }: ReplanDay, rests: RemainingStops): string[] {
  const faults: string[] = []
  const routeOf = new Map([...rests].flatMap(([routeId, rest]) => rest.map(({ orderId }) => [orderId, routeId])))
  for (const van of vans) {
    const rest = rests.get(van.routeId) ?? []
    if (van.out && rest.length > 0) faults.push(`${van.name} drives no further and is given stops`)
    for (const stop of van.rest) {
      const hold = freedomOf(van.status, stop)
      const route = routeOf.get(stop.orderId)
      if (route !== undefined && route !== van.routeId && hold !== 'FREE')
        faults.push(`${stop.externalRef} is ${hold} on ${van.name} and goes to another`)
      if (route === undefined && !mayUnassignStops(van))
        faults.push(`${stop.externalRef} comes off ${van.name} for nothing`)
    }
    const locked = rest.filter((stop) => stop.locked && van.rest.includes(stop)).map((stop) => van.rest.indexOf(stop))
    if (locked.some((rank, i) => i > 0 && rank < (locked[i - 1] as number)))
      faults.push(`the locked stops of ${van.name} change their order`)
  }
  const known = new Set([...vans.flatMap(({ rest }) => rest), ...newcomers].map(({ orderId }) => orderId))
  const planned = [...rests.values()].flat().map(({ orderId }) => orderId)
  if (new Set(planned).size < planned.length) faults.push('a stop is planned twice')
  if (planned.some((orderId) => !known.has(orderId))) faults.push('a stop is planned that nobody asked for')
  return faults
}
