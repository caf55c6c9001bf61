// Converts request members to the input of use cases.
import type { z } from 'zod'
import type { Correction } from '../app/routes/correct-stop.ts'
import type { StopRef } from '../app/routes/locked-route.ts'
import type { OutcomeInput } from '../app/routes/record-outcome.ts'
import type * as byHand from '../contract/manual-planning.ts'
import type { Offer } from '../domain/orders/another-day.ts'
import type { OutcomeBody } from '../contract/outcomes.ts'

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

export const correctionOf = (body: z.output<typeof byHand.correctStop.body>): Correction => ({
  status: body.status,
  reason: body.reason,
  driverNotes: body.driver_notes,
  leftWhere: body.left_where,
  differences: body.items,
  occurredAt: body.occurred_at,
})

/** The chosen day and window. */
export const offerOf = ({ delivery_date: day, window }: { delivery_date: string; window: Offer['window'] }): Offer => ({
  day,
  window,
})
