// Order bodies for tests: plainly invented, around one point of a real city.
let counter = 0

/** Begins again at the first: a file's orders are the same whatever ran before it in its process. */
export const restartOrders = (): void => {
  counter = 0
}

type OrderBody = Record<string, unknown> & { external_ref: string }

/** A valid order body with a reference of its own, never at the depot; members given replace the defaults. */
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
