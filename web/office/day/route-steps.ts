// Undo steps that reverse a route or lock its stops.
import type { DayRoute } from '../../../src/contract/day.ts'
import { call } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import type { Step } from './history.ts'

export const lockStep = (orderIds: readonly string[], locked: boolean): Step => ({
  label: locked ? words.day.lockedStops(orderIds.length) : words.day.unlockedStops(orderIds.length),
  make: async () => {
    await call('POST /locks', { body: { order_uuids: [...orderIds], locked } })
    return []
  },
})

/** Returns the undoable step that reverses the route. `now` returns the route as last read. */
export const reverseStep = (route: DayRoute, now: (route: DayRoute) => DayRoute): Step => ({
  label: words.day.reversed(route.name),
  make: async () => {
    await call('POST /routes/{route_uuid}/reverse', {
      params: { route_uuid: route.route_uuid },
      body: { version: now(route).version },
    })
    return []
  },
})
