// A failure that the office has delivered again can't become anything else, or the goods would be brought twice.
import { failureStays } from '../../domain/orders/repeat.ts'
import { repeatsOf } from '../../store/orders/repeated-orders.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { WriteTx } from '../context.ts'
import { refuse } from '../errors.ts'

/** The stop's order has to be locked. */
export async function refuseRepeated(tx: WriteTx, stop: StopRead): Promise<void> {
  if (stop.status === 'FAILED') refuse(failureStays((await repeatsOf(tx, stop.orderId)).as))
}
