// What is done to a route's order, and how it is taken back.
import type { DayRoute } from '../../../src/contract/office/day.ts'
import { call } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import type { Step } from './history.ts'

export function lockStep(route: DayRoute, stopIds: readonly string[], locked: boolean): Step {
  const lock = async (to: boolean): Promise<string[]> => {
    await call('POST /routes/{route_uuid}/lock', {
      params: { route_uuid: route.route_uuid },
      body: { stop_uuids: [...stopIds], locked: to },
    })
    return []
  }
  return {
    label: locked ? words.day.lockedStops(stopIds.length) : words.day.unlockedStops(stopIds.length),
    forth: () => lock(locked),
    back: () => lock(!locked),
  }
}

/** Driven the other way twice is as before; `now` is the route as last read. */
export function reverseStep(route: DayRoute, now: (route: DayRoute) => DayRoute): Step {
  const reverse = async (): Promise<string[]> => {
    await call('POST /routes/{route_uuid}/reverse', {
      params: { route_uuid: route.route_uuid },
      body: { version: now(route).version },
    })
    return []
  }
  return { label: words.day.reversed(route.name), forth: reverse, back: reverse }
}
