// The best positions for one delivery on the routes, each with its cost. Choosing one moves no other stop.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PlacesOut } from '../../../src/contract/stop-places.ts'
import { Button } from '../../ui/button.tsx'
import { timeOf } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import { costWords } from './drop-cost.tsx'
import { positionsQuery } from './head-drop.tsx'

const MAX_SHOWN = 3

export function SuggestedPositions({
  orderId,
  versions,
  reason,
}: {
  orderId: string
  versions: string[]
  reason: string | null
}) {
  const [all, setAll] = useState(false)
  const { data, error } = useQuery(positionsQuery(orderId, versions))
  if (error) return <p className={style.soft}>{error.message}</p>
  if (!data) return <p className={style.soft}>{words.day.lookingForPlaces}</p>
  const shown = all ? data.places : data.places.slice(0, MAX_SHOWN)
  const { here } = data
  const why = [...new Set(data.refused.map(({ message }) => message))]
  return (
    <section aria-label={words.day.bestPlaces}>
      {here ? (
        <>
          <h3>{words.day.whyHere}</h3>
          <p>
            {words.day.here(here.name, positionText(here.after), costWords(here.added, here.warnings))}{' '}
            {currentPositionText(here.cheaper_routes, data.places.length)}
          </p>
        </>
      ) : null}
      <h3>{here ? words.day.nextBest : words.day.bestPlaces}</h3>
      {data.places.length === 0 && data.refused.length === 0 ? (
        <p className={style.soft}>{words.day.noOtherRoutes}</p>
      ) : null}
      <ul className={style.places}>
        {shown.map((place) => (
          <Suggestion key={place.route_uuid} place={place} orderId={orderId} reason={reason} />
        ))}
      </ul>
      {!all && data.places.length > MAX_SHOWN ? (
        <Button kind="quiet" onClick={() => setAll(true)}>
          {words.day.showAll(data.places.length)}
        </Button>
      ) : null}
      {why.slice(0, MAX_SHOWN).map((message) => (
        <p key={message} className={style.soft}>
          {message}
        </p>
      ))}
    </section>
  )
}

interface SuggestionProps {
  place: PlacesOut['places'][number]
  orderId: string
  reason: string | null
}

function Suggestion({ place, orderId, reason }: SuggestionProps) {
  const zone = useSession().business.time_zone
  const deeds = useDayCommands()
  return (
    <li>
      <div>
        <strong>{place.name}</strong>, {positionText(place.after)}, {timeOf(place.arrival, zone)}
        <p className={place.warnings.length > 0 || place.added.late_stops > 0 ? style.warn : style.soft}>
          {place.late_minutes > 0 ? (
            <>
              <Icon name="clock" /> {words.common.minLate(place.late_minutes)},{' '}
            </>
          ) : null}
          {costWords(place.added, place.warnings)}
        </p>
      </div>
      <Button
        aria-label={words.day.addHereOf(place.name)}
        reason={reason}
        onClick={() =>
          deeds.move({ order_uuids: [orderId], to: { route_uuid: place.route_uuid, position: place.position } })
        }
      >
        {words.day.addHere}
      </Button>
    </li>
  )
}

const positionText = (after: string | null): string => (after ? words.day.after(after) : words.day.firstStop)

/** Compares the cost with that of the other routes. */
const currentPositionText = (cheaper: number, others: number): string => {
  if (others === 0) return ''
  if (cheaper === 0) return words.day.noCheaper
  return words.day.cheaper(cheaper)
}
