// Writes the message after routes were sent: their names, their drivers, and the routes that were not sent.
import { listed } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'

export interface SentRoute {
  name: string
  /** Name of the route's driver. Null if there is none. */
  driver: string | null
  /** Warnings in the server's response. */
  warnings: readonly string[]
}

export interface UnsentRoute {
  name: string
  why: string
}

/** If there are more routes than this, the message gives their number instead of their names. */
const MAX_NAMED = 6

/** Returns the message. Routes that share a reason or a warning are named together. */
export function sentWords(sent: readonly SentRoute[], unsent: readonly UnsentRoute[]): string {
  const faults = Map.groupBy(unsent, ({ why }) => why)
  return [
    ...(sent.length > 0 ? [sentText(sent)] : []),
    ...[...faults].map(([why, routes]) => words.day.notSent(listed(routes.map(({ name }) => name)), why)),
    ...warningsOf(sent),
  ].join(' ')
}

function sentText(sent: readonly SentRoute[]): string {
  const { sent: some, sentMany, sentToDriver, sentToNobody } = words.day
  if (sent.length > MAX_NAMED) return sentMany(sent.length, sent.filter(({ driver }) => driver !== null).length)
  const each = sent.map(({ name, driver }) => (driver === null ? sentToNobody(name) : sentToDriver(name, driver)))
  return some(sent.length, listed(each))
}

/**
 * Groups warnings that differ only in the driver's name. If a warning names no driver and there are several routes, names the
 * route.
 */
function warningsOf(sent: readonly SentRoute[]): string[] {
  const alike = new Map<string, { isOfDriver: boolean; names: string[] }>()
  for (const { name, driver, warnings } of sent)
    for (const text of warnings) {
      const [before = '', ...after] = driver === null ? [text] : text.split(driver)
      const isOfDriver = driver !== null && after.length === 1
      const about = isOfDriver ? `${before}\n${after[0]}` : text
      const known = alike.get(about) ?? { isOfDriver, names: [] }
      alike.set(about, { isOfDriver, names: [...known.names, isOfDriver ? driver : name] })
    }
  return [...alike].map(([about, { isOfDriver, names }]) => {
    if (isOfDriver) return about.replace('\n', listed(names))
    return sent.length > 1 ? words.day.warned(listed(names), about) : about
  })
}
