// From the wire to what use cases take.
import type { StopRef } from '../app/routes/locked-route.ts'
import type { OutcomeInput } from '../app/routes/record-outcome.ts'
import type { OutcomeBody } from '../contract/routes.ts'

export const stopOf = (params: { route_uuid: string; stop_uuid: string }): StopRef => ({
  routeId: params.route_uuid,
  stopId: params.stop_uuid,
})

export const outcomeOf = ({
  status,
  reason,
  driver_notes,
  left_where,
  items,
  checks,
  occurred_at,
  arrived_at,
}: OutcomeBody): OutcomeInput => ({
  status,
  reason,
  driverNotes: driver_notes,
  leftWhere: left_where,
  differences: items,
  scans: null,
  checks,
  occurredAt: occurred_at,
  arrivedAt: arrived_at,
})
