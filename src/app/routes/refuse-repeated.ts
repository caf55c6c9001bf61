// Refuses another outcome for a failed delivery that the office has repeated. Otherwise, the goods would be delivered
// twice.
import { refuseUndoOfRepeated } from '../../domain/orders/repeat.ts'
import { repeatsOf } from '../../store/orders/repeated-orders.ts'
import type { StopRead } from '../../store/routes/stops.ts'
import type { WriteTx } from '../context.ts'
import { throwIfRefused } from '../errors.ts'

/** Throws if the stop failed and its order was repeated. The caller must hold the lock of the stop's order. */
export async function refuseRepeated(tx: WriteTx, stop: StopRead): Promise<void> {
  if (stop.status === 'FAILED') throwIfRefused(refuseUndoOfRepeated((await repeatsOf(tx, stop.orderId)).as))
}
