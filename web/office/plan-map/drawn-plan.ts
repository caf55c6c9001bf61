// A plan in the form that the map draws.

export interface DrawnStop {
  orderId: string
  lat: number
  lng: number
  /** Text in the mark. */
  text: string
  label: string
  changed: boolean
  /** Location of a reload before this stop. */
  loadsAt?: { lat: number; lng: number } | null | undefined
}

export interface DrawnRoute {
  /** Index of the route's color. */
  color: number
  depot: { name: string; lat: number; lng: number }
  stops: readonly DrawnStop[]
}

export interface DrawnPlan {
  routes: readonly DrawnRoute[]
  /** Lines of the same routes before the change. */
  before?: readonly (readonly { lat: number; lng: number }[])[]
  /** Unassigned deliveries to show. */
  loose: readonly { lat: number; lng: number; label: string }[]
}
