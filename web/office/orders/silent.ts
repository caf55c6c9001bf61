// Warnings before a user cancels orders. If the driver's phone sends no data, the driver may have delivered the orders already.
import { call } from '../../api/client.ts'
import { timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

/** Returns a sentence for each route whose phone is silent, then one with advice. The list is empty if there is no such route. */
export async function silentSentences(orderIds: readonly string[], zone: string): Promise<string[]> {
  const routes = await call('POST /orders-on-silent-routes', { body: { order_uuids: [...orderIds] } })
  const said = routes.map(({ name, silent_since }) => words.day.silent(name, timeOf(silent_since, zone)))
  return said.length > 0 ? [...said, words.day.maybeDone] : []
}
