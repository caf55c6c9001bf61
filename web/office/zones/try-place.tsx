// "What would a customer here be offered?": by an address, or a point on the map; and why nothing, where it is nothing.
import { useEffect, useState } from 'react'
import type { ZoneTestOut } from '../../../src/contract/office/zones.ts'
import { ApiError, call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { clockTime, dayText, miles, plural, timeAndDay, weekdayOf } from '../../ui/format.ts'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { Table } from '../../ui/table.tsx'
import { wordsOf } from '../place-fields.tsx'
import style from './zones.module.css'

interface Props {
  /** Chosen on the map. */
  picked: { lat: number; lng: number } | null
  onTried: (place: { lat: number; lng: number } | null) => void
  hasZones: boolean
  onClose: () => void
}

type Day = ZoneTestOut['availability']['zones'][number]['days'][number]

export function TryPlace({ picked, onTried, hasZones, onClose }: Props) {
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
    <section className={page.section}>
      <h2>Test a location</h2>
      <p>See what a customer here would be offered. Enter an address or a point, or click on the map.</p>
      <Form
        action="Check"
        actions={<Button onClick={onClose}>Back to the zones</Button>}
        save={async (sent) => {
          setSaid('')
          const [lat, lng] = pointIn(sent.text('address'))
          const place = await call('POST /zones-test', {
            body: lat === null ? { address: sent.text('address') } : { lat, lng },
          })
          setAnswer(place)
          onTried(place.point)
          return ''
        }}
      >
        <Field label="Address or point" name="address" hint="Such as 1201 R St NW, Washington, or 38.9126, -77.0286" />
      </Form>
      <p role="alert" className={page.bad}>
        {said}
      </p>
      {answer ? <Answer answer={answer} hasZones={hasZones} /> : null}
    </section>
  )
}

const POINT = /^\s*([+-]?\d{1,2}(?:\.\d+)?)[\s,;]+([+-]?\d{1,3}(?:\.\d+)?)\s*$/

function pointIn(text: string): [number, number] | [null, null] {
  const [, lat, lng] = POINT.exec(text) ?? []
  return lat === undefined ? [null, null] : [Number(lat), Number(lng)]
}

function Answer({ answer, hasZones }: { answer: ZoneTestOut; hasZones: boolean }) {
  const { place, point, availability, nearest, not_in_use } = answer
  return (
    <div className={page.section} role="status" aria-label="What is offered">
      <p>{place ? wordsOf(place) : `The point ${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`}</p>
      {availability.served ? null : (
        <p className={page.empty}>
          Nothing: {hasZones ? 'it is outside every zone in use.' : 'there is no zone yet.'}{' '}
          {nearest ? `The nearest is ${nearest.name}, ${miles(nearest.miles)} away. ` : ''}
          {hasZones ? '' : 'Until there is one, the office takes orders everywhere.'}
        </p>
      )}
      {not_in_use.length > 0 ? <p className={page.soft}>Around it, but not in use: {not_in_use.join(', ')}.</p> : null}
      {availability.zones.map((zone) => (
        <section key={zone.zone_uuid} className={page.section}>
          <h3>{zone.name}</h3>
          <Table columns={['Day', 'Offered']} label={`Days of ${zone.name}`}>
            {zone.days.map((day) => (
              <tr key={day.date}>
                <th scope="row" className={style.date}>
                  {weekdayOf(day.date)} {dayText(day.date)}
                </th>
                <td className={style.offer}>
                  <Offer day={day} timeZone={availability.time_zone} />
                </td>
              </tr>
            ))}
          </Table>
        </section>
      ))}
    </div>
  )
}

const Offer = ({ day, timeZone }: { day: Day; timeZone: string }) =>
  day.open ? (
    <>
      ✓ {clockTime(day.window_start)} – {clockTime(day.window_end)}
      <span className={page.soft}>
        {day.capacity_remaining === null ? '' : `, ${plural(day.capacity_remaining, 'place')} left`}
        {day.cutoff_at ? `, until ${timeAndDay(day.cutoff_at, timeZone)}` : ''}
      </span>
    </>
  ) : (
    <span className={page.soft}>✗ {day.reasons.map(({ message }) => message).join(' ')}</span>
  )
