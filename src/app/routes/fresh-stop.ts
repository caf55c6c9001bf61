// Creates a stop that no driver has visited yet.
import type { Stop } from '../../store/routes/stops.ts'

type Planned = Pick<
  Stop,
  | 'stopId'
  | 'routeId'
  | 'orderId'
  | 'sequence'
  | 'serviceMinutes'
  | 'legMeters'
  | 'legSeconds'
  | 'plannedArrival'
  | 'plannedDeparture'
>

export const freshStop = (planned: Planned & Partial<Stop>): Stop => ({
  trip: 1,
  handOver: null,
  status: 'PENDING',
  locked: false,
  eta: null,
  etaRange: null,
  told: null,
  noticeAt: null,
  stay: null,
  arrivedAt: null,
  finishedAt: null,
  deliveredAt: null,
  reason: null,
  driverNotes: null,
  leftWhere: null,
  scans: null,
  itemOutcomes: null,
  checks: null,
  settlesAt: null,
  undoCount: 0,
  onTime: null,
  skippedPoint: null,
  ...planned,
})
