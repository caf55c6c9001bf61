// Warns before orders are canceled that they may be done already, because the phone of their driver is silent.
import { call } from '../../api/client.ts'
import { timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

/** Returns a sentence for each silent route, then one with advice. The list is empty if no route is silent. */
export async function silentSentences(orderIds: readonly string[], zone: string): Promise<string[]> {
  const routes = await call('POST /orders-on-silent-routes', { body: { order_uuids: [...orderIds] } })
  const said = routes.map(({ name, silent_since }) => words.day.silent(name, timeOf(silent_since, zone)))
  return said.length > 0 ? [...said, words.day.maybeDone] : []
}
