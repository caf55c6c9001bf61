// Content of the stored data of a release.
import type { OrderOut } from '../../src/contract/order.ts'

/** Expected content of the data of a release, for every later version. */
export interface ReleasedData {
  /** Instant of the data, ISO 8601. */
  at: string
  /** SHA-256 of each migration, keyed by file. A released migration never changes. */
  migrations: Record<string, string>
  api_key: string
  user: { email: string; password: string }
  /** A request that was answered before. A duplicate must get the stored response. */
  answered: { path: string; key: string; body: Record<string, unknown>; response: unknown }
  orders: Pick<OrderOut, 'external_ref' | 'order_uuid' | 'status' | 'delivery_date' | 'customer_name'>[]
  routes: string[]
  /** Number of photos and signatures, and of settled outcomes. */
  proofs: number
  receipts: number
}
