// A route as a table for the terminal.
import type { RouteWithStops } from '../src/contract/routes.ts'

export function routeTable(route: RouteWithStops, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const at = (instant: string | null) => (instant ? clock.format(new Date(instant)) : '').padStart(8)
  const head = `${route.name}: ${route.stop_count} stops, ${route.distance_miles} mi, ${route.drive_minutes} min driving, ${route.load_weight_lbs} lb, out ${at(route.planned_start).trim()}, back ${at(route.planned_end).trim()}`
  const rows = route.stops.map((stop) => {
    const window = stop.window_start ? `${stop.window_start}-${stop.window_end ?? ''}` : ''
    return `  ${String(stop.sequence).padStart(3)}  ${at(stop.planned_arrival)}  ${stop.external_ref}  ${window.padEnd(11)}  ${stop.address.line1}`
  })
  return [head, ...rows, ''].join('\n')
}
