// Locks and conditions that keep transactions and jobs out of a business that is being moved. The command that moves a
// business waits for the transactions that began before the hold, and jobs start no work for it
// (docs/decisions/043-a-business-moves-by-logical-replication.md).
import { type RawBuilder, sql } from 'kysely'

/** Advisory lock that each transaction of the system role shares. `enter_business` takes one per business. */
export const SYSTEM_ENTRY = 5_220_075

/** Condition on rows that jobs look for: their business is served here. Evaluated once per statement. */
export const isHere = (businessId: RawBuilder<unknown>) =>
  sql<boolean>`${businessId} <> all ((select businesses_elsewhere())::uuid[])`

/** Condition on rows to be written: their business is served here and not held. */
export const isServed = (businessId: RawBuilder<unknown>) =>
  sql<boolean>`${businessId} <> all ((select held_businesses())::uuid[])`
