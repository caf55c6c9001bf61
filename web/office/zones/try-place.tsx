// Shows the delivery days offered to a customer at an address or point, and the reasons if there are none.
import { useEffect, useState } from 'react'
import type { ZoneTestOut } from '../../../src/contract/office/zones.ts'
import { ApiError, call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { clockTime, dayText, miles, timeAndDay, weekdayOf } from '../../ui/format.ts'
import { Form } from '../../ui/form.tsx'
import page from '../../ui/page.module.css'
import { Table } from '../../ui/table.tsx'
import { wordsOf } from '../place-fields.tsx'
import style from './zones.module.css'
import { words } from '../../words/locale.ts'
import { Empty } from '../../ui/empty.tsx'

interface Props {
  /** Point chosen on the map. */
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
      <h2>{words.zones.test}</h2>
      <p>{words.zones.testLead}</p>
      <Form
        action={words.zones.check}
        actions={<Button onClick={onClose}>{words.zones.back}</Button>}
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
        <Field label={words.zones.addressOrPoint} name="address" hint={words.zones.addressOrPointHint} />
      </Form>
      <p role="alert" className={page.bad}>
        {said}
      </p>
      {answer ? <Answer answer={answer} hasZones={hasZones} /> : null}
    </section>
  )
}

const POINT = /^\s*([+-]?\d{1,2}(?:\.\d+)?)[\s,;]+([+-]?\d{1,3}(?:\.\d+)?)\s*$/

function parsePoint(text: string): [number, number] | [null, null] {
  const [, lat, lng] = POINT.exec(text) ?? []
  return lat === undefined ? [null, null] : [Number(lat), Number(lng)]
}

function Answer({ answer, hasZones }: { answer: ZoneTestOut; hasZones: boolean }) {
  const { place, point, availability, nearest, not_in_use } = answer
  return (
    <div className={page.section} role="status" aria-label={words.zones.whatIsOffered}>
      <p>{place ? wordsOf(place) : words.zones.thePoint(`${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`)}</p>
      {availability.served ? null : (
        <Empty>
          {hasZones ? words.zones.outside : words.zones.noZoneYet}{' '}
          {nearest ? words.zones.nearest(nearest.name, miles(nearest.miles)) : ''}
        </Empty>
      )}
      {not_in_use.length > 0 ? <p className={page.soft}>{words.zones.aroundIt(not_in_use.join(', '))}</p> : null}
      {availability.zones.map((zone) => (
        <section key={zone.zone_uuid} className={page.section}>
          <h3>{zone.name}</h3>
          <Table columns={[words.common.day, words.zones.offered]} label={words.zones.daysOf(zone.name)}>
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
        {day.capacity_remaining === null ? '' : `, ${words.zones.placesLeft(day.capacity_remaining)}`}
        {day.cutoff_at ? `, ${words.zones.untilTime(timeAndDay(day.cutoff_at, timeZone))}` : ''}
      </span>
    </>
  ) : (
    <span className={page.soft}>
      ✗ {day.reasons.map(({ code, message }) => words.zones.closedWhy(code, message)).join(' ')}
    </span>
  )
