// What the office calls the state of a route, everywhere.
import type { RouteStatus } from '../../src/domain/routes/route.ts'

export const ROUTE_STATUS_WORDS: Record<RouteStatus, string> = {
  PLANNED: 'planned',
  DISPATCHED: 'sent',
  IN_PROGRESS: 'under way',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}
