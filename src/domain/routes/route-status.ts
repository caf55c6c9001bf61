// States of a route (docs/spec/routes.md#route-states).

export const ROUTE_STATUSES = ['PLANNED', 'DISPATCHED', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const
export type RouteStatus = (typeof ROUTE_STATUSES)[number]
