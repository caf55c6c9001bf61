// Lists the goods that other drivers take over from this vehicle, with place and time, until the drivers have the goods.
import type { DriverRoute } from '../../src/contract/driver.ts'
import { clock } from '../../src/domain/driver-words/times.ts'
import { placeOfHandOver } from '../../src/domain/routes/pauses.ts'
import { useWords } from './language.tsx'
import { Navigate } from './navigate.tsx'

export function PendingHandOvers({ run: { hands_over: given = [], business } }: { run: DriverRoute }) {
  const words = useWords()
  return given.map(({ to_route: to, name, lat, lng, start, end, stops }) => {
    const who = placeOfHandOver({ from_route: to, name })
    const span = `${clock(words, start, business.time_zone)} – ${clock(words, end, business.time_zone)}`
    return (
      <section key={to + start} className="card">
        <p className="pause">{words.giveOver(stops, who, span)}</p>
        {name === null ? null : (
          <div className="ways">
            <Navigate to={{ lat, lng }} label={words.card.navigateToVehicle(who)} />
          </div>
        )}
      </section>
    )
  })
}
