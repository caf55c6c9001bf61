// What the driver's page shows and works on, shared with the driver app.
import type { ProofRule } from '../domain/proof.ts'
import type { OrderOut } from './orders.ts'
import type { RouteOut, StopOut } from './routes.ts'

export interface RunStop extends Omit<StopOut, 'proof' | 'tracking_url'> {
  customer_phone: string | null
  instructions: string | null
  items: NonNullable<OrderOut['items']>
  temperature_class: OrderOut['temperature_class']
  load_weight_lbs: number | null
}

/** A route as its driver works it. */
export interface Run {
  route: RouteOut
  /** In driving order. */
  stops: RunStop[]
  business: {
    name: string
    time_zone: string
    phone: string | null
    undo_window_seconds: number
    proof_required: ProofRule
    proof_required_failed: boolean
  }
  /** The server's clock. */
  now: string
}
