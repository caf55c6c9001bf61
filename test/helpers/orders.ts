// Order bodies for tests: clearly invented, around one point of a real city.
let counter = 0

/** Restarts the numbering, so that a file's orders are the same after any other file of its process. */
export const restartOrders = (): void => {
  counter = 0
}

type OrderBody = Record<string, unknown> & { external_ref: string }

/** Returns a valid order body with a unique reference, never at the depot. `members` override the defaults. */
export const orderBody = (members: Partial<OrderBody> = {}): OrderBody => {
  counter++
  return {
    external_ref: `T-${counter}`,
    customer_name: 'Test customer',
    address: { line1: `${counter} Test Street`, city: 'Washington', lat: 38.901 + (counter % 50) / 1000, lng: -77.03 },
    delivery_date: '11/23/2026',
    ...members,
  }
}
