// Fields for a location: geocoded from an address, or entered as coordinates.
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { PlaceOut } from '../../src/contract/office/places.ts'
import { call } from '../api/client.ts'
import { endpointQuery } from '../api/query.ts'
import { useActionRunner } from '../api/run.ts'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { Field } from '../ui/field.tsx'
import { useFormField } from '../ui/form-context.ts'
import type { SubmittedForm } from '../ui/form-values.ts'
import pinMap from '../ui/map/pin-map.module.css'
import type { PinPoint } from '../ui/map/pin-map.tsx'
import page from '../ui/page.module.css'
import { words } from '../words/locale.ts'

const PinMap = lazy(() => import('../ui/map/pin-map.tsx'))

/**
 * Fields `address`, `lat` and `lng` of the surrounding form. With `of` "start" their names are `start_lat` and so on, and
 * their faults `start.lat`.
 */
export function PlaceFields({ of }: { of?: string }) {
  const name = (field: string) => (of ? `${of}_${field}` : field)
  const fault = (field: string) => (of ? [`${of}.${field}`] : field)
  const [address, setAddress] = useState(useFormField(name('address')).texts?.[0] ?? '')
  const [lat, setLat] = useState(useFormField(name('lat')).texts?.[0] ?? '')
  const [lng, setLng] = useState(useFormField(name('lng')).texts?.[0] ?? '')
  const { run, busy, said } = useActionRunner()
  const status = useRef<HTMLParagraphElement>(null)
  const [placed, setPlaced] = useState(0)
  // Notifies the form of values that the page filled in.
  useEffect(() => {
    if (placed > 0) status.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [placed])
  const put = (point: PinPoint): void => {
    setPlaced(placed + 1)
    setLat(String(point.lat))
    setLng(String(point.lng))
  }
  const find = (): Promise<void> =>
    run(async () => {
      const place = await call('POST /places/find', { body: { address } })
      put(place)
      return wordsOf(place)
    })
  return (
    <>
      <Field
        label={words.common.address}
        name={name('address')}
        faultName={fault('address')}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <div className={page.actions}>
        <Button busy={busy} reason={address.trim() ? null : words.map.enterAddress} onClick={() => void find()}>
          {words.map.findAddress}
        </Button>
        <p ref={status} role="status" className={page.soft}>
          {said}
        </p>
      </div>
      <PlaceMap lat={lat} lng={lng} onMove={put} />
      <div className={page.pair}>
        <Field
          label={words.common.latitude}
          name={name('lat')}
          faultName={fault('lat')}
          inputMode="decimal"
          hint={words.map.latitudeHint}
          value={lat}
          onChange={(event) => setLat(event.target.value)}
        />
        <Field
          label={words.common.longitude}
          name={name('lng')}
          faultName={fault('lng')}
          inputMode="decimal"
          hint={words.map.longitudeHint}
          value={lng}
          onChange={(event) => setLng(event.target.value)}
        />
      </div>
    </>
  )
}

/** The location on a map. A click on the map sets it. */
function PlaceMap({ lat, lng, onMove }: { lat: string; lng: string; onMove: (point: PinPoint) => void }) {
  const point = useMemo(() => pointOf(lat, lng), [lat, lng])
  const { data } = useQuery(endpointQuery('GET /fleet'))
  const depot = data?.depots.find(({ is_default }) => is_default) ?? null
  if (!data) return <div className={pinMap.map} />
  return (
    <ErrorBoundary instead={<p className={page.soft}>{words.orders.noMap}</p>}>
      <p className={page.soft}>{words.map.clickToPlace}</p>
      <Suspense fallback={<div className={pinMap.map} />}>
        <PinMap places point={point ?? depot} pinned={point !== null} onMove={onMove} label={words.orders.location} />
      </Suspense>
    </ErrorBoundary>
  )
}

function pointOf(lat: string, lng: string): PinPoint | null {
  const point = { lat: Number(lat), lng: Number(lng) }
  const isPlaced = lat.trim() !== '' && lng.trim() !== '' && Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180
  return isPlaced ? point : null
}

/** Describes the geocoding result and its precision. */
export const wordsOf = ({ label, precision }: PlaceOut): string =>
  precision === 'PLACED' ? words.map.found(label) : words.map.approximate(label)

/** Location for the request body: the typed coordinates, else the geocoded address if the match is exact. */
export async function placeFor(sent: SubmittedForm) {
  const address = sent.orNull('address')
  const [lat, lng] = [sent.number('lat'), sent.number('lng')]
  if (!address || lat !== null || lng !== null) return { address, lat, lng }
  const found = await call('POST /places/find', { body: { address } })
  return found.precision === 'PLACED' ? { address, lat: found.lat, lng: found.lng } : { address, lat, lng }
}
