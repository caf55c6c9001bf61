// Orders whose address the geocoder could not be asked for on arrival.
import { placePending } from '../app/orders/place-pending.ts'
import type { Job } from './runner.ts'

export const placeOrdersJob: Job = { name: 'place-orders', everyMs: 5_000, run: placePending }
