// Where the delivery is on the map, and putting it where it belongs: by the pin, or by its coordinates.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { KnownBy } from '../../../src/domain/planning/visit.ts'
import type { OrderOut } from '../../../src/contract/orders.ts'
import { ApiError, call } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { WithoutMap } from '../../ui/map/without-map.tsx'
import page from '../../ui/page.module.css'
import { useRoleReason } from '../session.tsx'
import style from './orders.module.css'
import type { PinPoint } from './pin-map.tsx'

const PinMap = lazy(() => import('./pin-map.tsx'))

const WORDS = {
  PLACED: 'On the map.',

  APPROXIMATE: 'Approximate location: we found only the street or the town. Check the pin.',
  PENDING: 'The address is being looked up.',
  UNPLACED: 'We couldn’t find this address. Place the pin, or correct the address.',
} as const satisfies Record<OrderOut['placement'], string>

const KNOWN = {
  OFFICE: 'Location confirmed by the office.',
  DELIVERIES: 'Location confirmed by past deliveries.',
} as const satisfies Record<KnownBy, string>

/** As high as the map: what stands below must not move away from under a click when the map comes. */
const LOADING = (
  <div className={style.pinMap}>
    <p className={page.soft}>Loading the map …</p>
  </div>
)

interface Props {
  order: OrderOut
  /** Who confirmed its place for good. */
  knownBy: KnownBy | null
  /** Meters to the nearest road, when they put the pin in doubt. */
  farFromRoad: number | null
  onMoved: (said: string) => void
  onNext: (() => void) | null
}

export function PlaceSection({ order, knownBy, farFromRoad, onMoved, onNext }: Props) {
  const role = useRoleReason('DISPATCHER')
  const { lat, lng } = order.address
  const placed = lat !== null && lng !== null ? { lat, lng } : null
  // Where no one knows, the work begins around the depot.
  const fleet = useQuery({ ...read('GET /fleet'), enabled: !placed })
  const depot = fleet.data?.depots.find(({ is_default }) => is_default) ?? null
  const start = placed ?? depot
  const [moved, setMoved] = useState<PinPoint | null>(null)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const closed =
    order.status === 'OPEN' ? null : `This order is ${order.status.toLowerCase()}, so its pin can’t be moved.`
  const point = moved ?? start
  const nowhere =
    !placed && moved && depot?.lat === moved.lat && depot.lng === moved.lng
      ? 'Move the pin to the delivery first.'
      : null
  const save = async (at: PinPoint, then: (() => void) | null): Promise<void> => {
    setBusy(true)
    setFault('')
    try {
      await call('POST /orders/{order_uuid}/pin', { params: { order_uuid: order.order_uuid }, body: at })
      setMoved(null)
      onMoved(`The ${moved ? 'pin is saved' : 'location is confirmed'}. Other deliveries to this address use it, too.`)
      then?.()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
    } finally {
      setBusy(false)
    }
  }
  const type = (name: keyof PinPoint) => (text: string) => {
    const value = Number(text)
    if (point && text.trim() !== '' && Number.isFinite(value)) setMoved({ ...point, [name]: value })
  }
  return (
    <section className={style.place} aria-label="Location">
      {point ? (
        <WithoutMap instead={<p className={page.soft}>This browser can’t draw the map (WebGL is off).</p>}>
          <Suspense fallback={LOADING}>
            <PinMap point={point} pinned={(moved ?? placed) !== null} onMove={moved ? setMoved : null} />
          </Suspense>
        </WithoutMap>
      ) : null}
      {!point && fleet.isPending ? LOADING : null}
      <p className={order.placement === 'PLACED' ? page.soft : style.unplaced}>
        {knownBy && order.placement === 'PLACED' ? KNOWN[knownBy] : WORDS[order.placement]}
      </p>
      {farFromRoad === null ? null : (
        <p className={style.unplaced}>
          The nearest road is {(farFromRoad / 1609.344).toFixed(1)} miles away. Is the pin where the driver can get to?
        </p>
      )}
      {moved ? (
        <>
          <div className={page.pair}>
            <Coordinate label="Latitude" value={moved.lat} onType={type('lat')} />
            <Coordinate label="Longitude" value={moved.lng} onType={type('lng')} />
          </div>
          <div className={style.tools}>
            <Button kind="primary" reason={nowhere} busy={busy} onClick={() => void save(moved, null)}>
              Save the pin
            </Button>
            {onNext && order.placement !== 'PLACED' ? (
              <Button reason={nowhere} busy={busy} onClick={() => void save(moved, onNext)}>
                Save, then the next order
              </Button>
            ) : null}
            <Button kind="quiet" onClick={() => setMoved(null)}>
              Leave it
            </Button>
          </div>
        </>
      ) : (
        <div className={style.tools}>
          {placed && knownBy !== 'OFFICE' && !closed ? (
            <Button reason={role} busy={busy} onClick={() => void save(placed, null)}>
              Confirm location
            </Button>
          ) : null}
          <Button
            reason={
              role ??
              closed ??
              (start ? null : fleet.isPending ? 'Loading …' : 'Add a depot first. The map starts there.')
            }
            onClick={() => start && setMoved({ lat: start.lat, lng: start.lng })}
          >
            {placed ? 'Move the pin' : 'Place the pin'}
          </Button>
        </div>
      )}
      <p role="alert" className={page.bad}>
        {fault}
      </p>
    </section>
  )
}

/** Typed freely, taken when it is a number; follows the pin. */
function Coordinate({ label, value, onType }: { label: string; value: number; onType: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field
      label={label}
      inputMode="decimal"
      value={typed ?? String(value)}
      onChange={(event) => {
        setTyped(event.target.value)
        onType(event.target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
