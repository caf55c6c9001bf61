// A plan as a map draws it.

export interface DrawnStop {
  orderId: string
  lat: number
  lng: number
  /** What stands in the mark, and what it means. */
  text: string
  label: string
  changed: boolean
  /** Where the vehicle loads again before. */
  loadsAt?: { lat: number; lng: number } | null | undefined
}

export interface DrawnRoute {
  /** Which of the colors is its own. */
  color: number
  depot: { name: string; lat: number; lng: number }
  stops: readonly DrawnStop[]
}

export interface DrawnPlan {
  routes: readonly DrawnRoute[]
  /** On no route, but shown. */
  loose: readonly { lat: number; lng: number; label: string }[]
}
