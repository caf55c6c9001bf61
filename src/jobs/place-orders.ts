// Geocodes orders whose address could not be geocoded on arrival.
import { geocodePendingOrders } from '../app/orders/geocode-pending.ts'
import type { Job } from './runner.ts'

export const placeOrdersJob: Job = { name: 'place-orders', everyMs: 5_000, run: geocodePendingOrders }
