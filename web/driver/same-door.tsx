// Deliveries to the same door that are finished together. Each has its own outcome, and a photo or signature applies to all.
import { useRef, useState } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { isOpen } from './apply.ts'
import { useWords } from './language.tsx'
import { readStored, writeStored } from '../ui/browser-storage.ts'
import { TAP_GUARD_MS } from './view.ts'

/** Open stops with the same address or coordinates, without those whose goods are loaded later. */
const otherStopsAtDoor = (run: DriverRoute, stop: RunStop): RunStop[] =>
  run.stops.filter(
    (other) =>
      other.stop_uuid !== stop.stop_uuid && isOpen(other) && isSameAddress(other, stop) && !(other.trip > stop.trip),
  )

function isSameAddress({ address: a }: RunStop, { address: b }: RunStop): boolean {
  const written = (address: RunStop['address']): string =>
    [address.line1, address.city, address.postal_code].join('\n').toLowerCase()
  return (a.lat !== null && a.lat === b.lat && a.lng === b.lng) || written(a) === written(b)
}

/** Storage key of the chosen stops. They are stored because the phone may close the page while the camera is open. */
const groupKey = (stop: RunStop): string => `together ${stop.stop_uuid}`
const readChosenIds = (stop: RunStop): string[] => JSON.parse(readStored('tab', groupKey(stop)) ?? '[]') as string[]

/** Stops that the driver chose to finish with this one. */
export function groupedStops(run: DriverRoute, stop: RunStop): RunStop[] {
  const ids = readChosenIds(stop)
  return otherStopsAtDoor(run, stop).filter(({ stop_uuid }) => ids.includes(stop_uuid))
}

export const forgetGroupedStop = (stop: RunStop): void => writeStored('tab', groupKey(stop), null)

/** Renders nothing if the stop is the only one at its door. */
export function SameDoor({ run, stop, onChange }: { run: DriverRoute; stop: RunStop; onChange: () => void }) {
  const words = useWords()
  const others = otherStopsAtDoor(run, stop)
  const [chosen, setChosen] = useState(() => readChosenIds(stop))
  const last = useRef({ id: '', at: -Infinity })
  if (others.length === 0) return null
  const choose = (id: string, on: boolean): void => {
    const at = performance.now()
    // Ignores the second tap of a double tap, which would undo the first.
    const isDouble = last.current.id === id && at - last.current.at < TAP_GUARD_MS
    last.current = { id, at }
    if (isDouble) return
    const now = on ? [...chosen, id] : chosen.filter((one) => one !== id)
    writeStored('tab', groupKey(stop), JSON.stringify(now))
    setChosen(now)
    onChange()
  }
  return (
    <fieldset className="together">
      <legend>{words.card.alsoHere}</legend>
      {others.map(({ stop_uuid, customer_name, external_ref }) => (
        <label key={stop_uuid} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(stop_uuid)}
            onChange={(event) => choose(stop_uuid, event.target.checked)}
          />{' '}
          {customer_name} · {external_ref}
        </label>
      ))}
    </fieldset>
  )
}
