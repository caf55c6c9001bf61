// Who is in: the command that moves a business to another installation waits for the transactions that began before it was held, and
// jobs begin nothing for it (docs/decisions/043-a-business-moves-by-logical-replication.md).
import { type RawBuilder, sql } from 'kysely'

/** The advisory lock that each transaction of the system role shares; `enter_business` takes one for each business. */
export const SYSTEM_ENTRY = 5_220_075

/** Of a row that jobs look for: that its business is served here. Asked once a statement. */
export const isHere = (businessId: RawBuilder<unknown>) =>
  sql<boolean>`${businessId} <> all ((select businesses_elsewhere())::uuid[])`

/** Of a row to be written: that its business is not held, either. */
export const isServed = (businessId: RawBuilder<unknown>) =>
  sql<boolean>`${businessId} <> all ((select held_businesses())::uuid[])`
