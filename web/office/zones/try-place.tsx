// Shows the delivery days offered to a customer at an address or point, and the reasons if there are none.
import { useEffect, useState } from 'react'
import type { ZoneTestOut } from '../../../src/contract/office/zones.ts'
import type { ZoneOut } from '../../../src/contract/zones.ts'
import { ApiError, call } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { clockTime, miles, namedDay, timeAndDay } from '../../ui/format.ts'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { words } from '../../words/locale.ts'
import { wordsOf } from '../place-fields.tsx'
import style from './zones.module.css'

interface Props {
  /** Point chosen on the map. */
  picked: { lat: number; lng: number } | null
  onTried: (place: { lat: number; lng: number } | null) => void
  zones: readonly ZoneOut[]
  onClose: () => void
}

type OfferedZone = ZoneTestOut['availability']['zones'][number]
type Day = OfferedZone['days'][number]

export function TryPlace({ picked, onTried, zones, onClose }: Props) {
  const [answer, setAnswer] = useState<ZoneTestOut | null>(null)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (!picked) return
    call('POST /zones-test', { body: picked }).then(setAnswer, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      setSaid(error.message)
    })
  }, [picked])
  useEffect(() => () => onTried(null), [onTried])
  return (
    <Sheet head={(id) => <h2 id={id}>{words.zones.test}</h2>} onClose={onClose}>
      <Form
        className={style.asked}
        action={words.zones.check}
        kind="plain"
        save={async (sent) => {
          setSaid('')
          const [lat, lng] = parsePoint(sent.text('address'))
          const place = await call('POST /zones-test', {
            body: lat === null ? { address: sent.text('address') } : { lat, lng },
          })
          setAnswer(place)
          onTried(place.point)
          return ''
        }}
      >
        <Field
          label={words.zones.addressOrPoint}
          name="address"
          placeholder={words.zones.addressOrPoint}
          hint={answer ? null : words.zones.addressOrPointHint}
        />
      </Form>
      {answer ? null : <p className={page.soft}>{words.zones.testLead}</p>}
      <p role="alert" className={page.bad}>
        {said}
      </p>
      {answer ? <Answer answer={answer} zones={zones} /> : null}
    </Sheet>
  )
}

const POINT = /^\s*([+-]?\d{1,2}(?:\.\d+)?)[\s,;]+([+-]?\d{1,3}(?:\.\d+)?)\s*$/

function parsePoint(text: string): [number, number] | [null, null] {
  const [, lat, lng] = POINT.exec(text) ?? []
  return lat === undefined ? [null, null] : [Number(lat), Number(lng)]
}

function Answer({ answer, zones }: { answer: ZoneTestOut; zones: readonly ZoneOut[] }) {
  const { place, point, availability, nearest, not_in_use } = answer
  const hasZones = zones.some(({ active }) => active)
  return (
    <div role="status" aria-label={words.zones.whatIsOffered}>
      <p className={page.soft}>
        {place ? wordsOf(place) : words.zones.thePoint(`${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`)}
      </p>
      {availability.served ? null : (
        <p>
          <b>{hasZones ? words.zones.outside : words.zones.noZoneYet}</b>{' '}
          {nearest ? words.zones.nearest(nearest.name, miles(nearest.miles)) : ''}
        </p>
      )}
      {not_in_use.length > 0 ? <p className={page.soft}>{words.zones.aroundIt(not_in_use.join(', '))}</p> : null}
      {availability.zones.map((zone) => (
        <Offers key={zone.zone_uuid} offered={zone} zones={zones} timeZone={availability.time_zone} />
      ))}
    </div>
  )
}

interface OffersProps {
  offered: OfferedZone
  zones: readonly ZoneOut[]
  timeZone: string
}

function Offers({ offered: { zone_uuid, name, days }, zones, timeZone }: OffersProps) {
  const hours = zones.find((zone) => zone.zone_uuid === zone_uuid)?.hours ?? []
  return (
    <section>
      <p>
        <b>{words.zones.deliversHere(name, hours.filter((day) => day !== null).length)}</b>
      </p>
      <h3>{words.zones.offeredToCustomer}</h3>
      <ul className={style.offers} aria-label={words.zones.daysOf(name)}>
        {days.map((day) => (
          <Offer key={day.date} day={day} timeZone={timeZone} />
        ))}
      </ul>
    </section>
  )
}

const Offer = ({ day, timeZone }: { day: Day; timeZone: string }) =>
  day.open ? (
    <li>
      <b>{namedDay(day.date)}</b>
      <span>
        {clockTime(day.window_start)} – {clockTime(day.window_end)}
      </span>
      <em>{day.capacity_remaining === null ? '' : words.zones.placesLeft(day.capacity_remaining)}</em>
      {day.cutoff_at ? <small>{words.zones.untilTime(timeAndDay(day.cutoff_at, timeZone))}</small> : null}
    </li>
  ) : (
    <li className={style.shut}>
      <b>{namedDay(day.date)}</b>
      <span>{day.reasons.map(({ code, message }) => words.zones.closedWhy(code, message)).join(' ')}</span>
    </li>
  )
