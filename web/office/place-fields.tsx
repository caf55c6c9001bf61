// Fields for a location: geocoded from an address, or entered as coordinates.
import { useState } from 'react'
import type { PlaceOut } from '../../src/contract/office/places.ts'
import { call } from '../api/client.ts'
import { useActionRunner } from '../api/run.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useFormField } from '../ui/form-context.ts'
import type { SubmittedForm } from '../ui/form-values.ts'
import page from '../ui/page.module.css'
import { words } from '../words/locale.ts'

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
  const find = (): Promise<void> =>
    run(async () => {
      const place = await call('POST /places/find', { body: { address } })
      setLat(String(place.lat))
      setLng(String(place.lng))
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
        <p role="status" className={page.soft}>
          {said}
        </p>
      </div>
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
