// Location of the delivery on a map. The user corrects it by the pin or by coordinates.
import { METERS_A_MILE } from '../../../src/domain/formats.ts'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useMemo, useState } from 'react'
import type { KnownBy } from '../../../src/domain/planning/visit.ts'
import type { CandidatesOut } from '../../../src/contract/office/orders.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { call } from '../../api/client.ts'
import { useActionRunner } from '../../api/run.ts'
import { endpointQuery } from '../../api/query.ts'
import { miles } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { useRoleReason } from '../session.tsx'
import { Candidates, letterOf } from './candidates.tsx'
import style from './orders.module.css'
import pinMap from '../../ui/map/pin-map.module.css'
import type { PinPoint } from '../../ui/map/pin-map.tsx'

const PinMap = lazy(() => import('../../ui/map/pin-map.tsx'))

/** Placeholder with the height of the map, so that the elements below don't move under the pointer when the map loads. */
const Loading = () => (
  <div className={pinMap.map}>
    <p className={page.soft}>{words.day.loadingMap}</p>
  </div>
)

interface Props {
  order: OrderOut
  /** Source that confirmed the location, or null. */
  knownBy: KnownBy | null
  /** Meters to the nearest road if that distance makes the location doubtful, else null. */
  farFromRoad: number | null
  onMoved: (said: string) => void
  onNext: (() => void) | null
}

export function PlaceSection({ order, knownBy, farFromRoad, onMoved, onNext }: Props) {
  const role = useRoleReason('changeOrders')
  const { lat, lng } = order.address
  const placed = lat !== null && lng !== null ? { lat, lng } : null
  // If the location is unknown, the map starts at the default depot.
  const fleet = useQuery({ ...endpointQuery('GET /fleet'), enabled: !placed })
  const depot = fleet.data?.depots.find(({ is_default }) => is_default) ?? null
  const start = placed ?? depot
  const { moved, setMoved, candidates, save, find, busy, fault } = useLocationChange(order, onMoved)
  const closed = order.status === 'OPEN' ? null : words.orders.pinFixed(words.common.orderStatus[order.status])
  const point = moved ?? start
  const nowhere =
    !placed && moved && depot?.lat === moved.lat && depot.lng === moved.lng ? words.orders.movePinFirst : null
  const others = useMemo(
    () =>
      candidates?.candidates.map((one, i) => ({ lat: one.lat, lng: one.lng, label: one.label, letter: letterOf(i) })),
    [candidates],
  )
  return (
    <section className={style.place} aria-label={words.orders.location}>
      {point ? (
        <LocationMap
          point={point}
          pinned={(moved ?? placed) !== null}
          others={moved ? undefined : others}
          onMove={moved ? setMoved : null}
        />
      ) : null}
      {!point && fleet.isPending ? <Loading /> : null}
      <div className={style.placeText}>
        <AddressLines address={order.address} />
        {candidates && !moved ? null : <PlacementText order={order} knownBy={knownBy} />}
        {farFromRoad === null ? null : (
          <p className={style.unplaced}>{words.orders.nearestRoad(miles(farFromRoad / METERS_A_MILE))}</p>
        )}
        {candidates && !moved ? (
          <Candidates
            found={candidates}
            reason={role ?? closed}
            busy={busy}
            onChoose={({ lat, lng }) => void save({ lat, lng }, null)}
          />
        ) : null}
        {moved ? (
          <MovedPin
            moved={moved}
            reason={nowhere}
            busy={busy}
            onMove={setMoved}
            onSave={() => save(moved, null)}
            onSaveThenNext={onNext && order.placement !== 'PLACED' ? () => save(moved, onNext) : null}
          />
        ) : (
          <PinActions
            {...{ order, knownBy, busy }}
            reason={role ?? closed}
            noStart={start ? null : fleet.isPending ? words.common.loading : words.orders.addDepotFirst}
            onConfirm={placed && !closed ? () => save(placed, null) : null}
            onFind={candidates ? null : find}
            onMove={() => start && setMoved({ lat: start.lat, lng: start.lng })}
          />
        )}
        <p role="alert" className={page.bad}>
          {fault}
        </p>
      </div>
    </section>
  )
}

/** The moved pin, the candidates of the address, and the calls that store or find a location. */
function useLocationChange(order: OrderOut, onMoved: Props['onMoved']) {
  const params = { order_uuid: order.order_uuid }
  const [moved, setMoved] = useState<PinPoint | null>(null)
  const [found, setFound] = useState<CandidatesOut | null>(null)
  const candidates = useMemo(() => found ?? severalOf(order), [found, order])
  const { run, busy, said: fault } = useActionRunner()
  const save = (at: PinPoint, then: (() => void) | null): Promise<void> =>
    run(async () => {
      await call('POST /orders/{order_uuid}/location', { params, body: at })
      setMoved(null)
      setFound(null)
      onMoved(moved ? words.orders.pinSaved : words.orders.locationConfirmed)
      then?.()
    })
  const find = (): Promise<void> =>
    run(async () => setFound(await call('GET /orders/{order_uuid}/candidates', { params })))
  return { moved, setMoved, candidates, save, find, busy, fault }
}

const LocationMap = (props: Omit<ComponentProps<typeof PinMap>, 'label'>) => (
  <ErrorBoundary instead={<p className={page.soft}>{words.orders.noMap}</p>}>
    <Suspense fallback={<Loading />}>
      <PinMap label={words.orders.mapOfDelivery} {...props} />
    </Suspense>
  </ErrorBoundary>
)

const PlacementText = ({ order: { placement }, knownBy }: Pick<Props, 'order' | 'knownBy'>) => (
  <p className={placement === 'PLACED' ? page.soft : style.unplaced}>
    {knownBy && placement === 'PLACED' ? words.orders.knownBy[knownBy] : words.orders.placements[placement]}
  </p>
)

interface PinActionsProps extends Pick<Props, 'order' | 'knownBy'> {
  busy: boolean
  /** Why the location can't be changed. */
  reason: string | null
  /** Why no pin can be shown to move. */
  noStart: string | null
  onConfirm: (() => Promise<void>) | null
  onFind: (() => Promise<void>) | null
  onMove: () => void
}

const PinActions = ({ order, knownBy, busy, reason, noStart, onConfirm, onFind, onMove }: PinActionsProps) => (
  <div className={page.actions}>
    {onConfirm && knownBy !== 'OFFICE' ? (
      <Button reason={reason} busy={busy} onClick={() => void onConfirm()}>
        {words.orders.confirmLocation}
      </Button>
    ) : null}
    {order.placement !== 'PLACED' && onFind ? (
      <Button kind="primary" reason={reason} busy={busy} onClick={() => void onFind()}>
        {words.orders.findCandidates}
      </Button>
    ) : null}
    <Button reason={reason ?? noStart} onClick={onMove}>
      {order.address.lat === null ? words.orders.placePin : words.orders.movePin}
    </Button>
  </div>
)

interface MovedPinProps {
  moved: PinPoint
  /** Why the pin can't be saved where it is. */
  reason: string | null
  busy: boolean
  onMove: (point: PinPoint | null) => void
  onSave: () => Promise<void>
  onSaveThenNext: (() => Promise<void>) | null
}

/** Coordinates of the moved pin, which can also be typed, and the choice to save it. */
function MovedPin({ moved, reason, busy, onMove, onSave, onSaveThenNext }: MovedPinProps) {
  const type = (name: keyof PinPoint) => (text: string) => {
    const value = Number(text)
    if (text.trim() !== '' && Number.isFinite(value)) onMove({ ...moved, [name]: value })
  }
  return (
    <>
      <div className={page.pair}>
        <Coordinate label={words.common.latitude} value={moved.lat} onType={type('lat')} />
        <Coordinate label={words.common.longitude} value={moved.lng} onType={type('lng')} />
      </div>
      <div className={page.actions}>
        <Button kind="primary" reason={reason} busy={busy} onClick={() => void onSave()}>
          {words.orders.savePin}
        </Button>
        {onSaveThenNext ? (
          <Button reason={reason} busy={busy} onClick={() => void onSaveThenNext()}>
            {words.orders.saveThenNext}
          </Button>
        ) : null}
        <Button kind="quiet" onClick={() => onMove(null)}>
          {words.orders.leaveIt}
        </Button>
      </div>
    </>
  )
}

const AddressLines = ({ address: { line1, city, region, postal_code } }: Pick<OrderOut, 'address'>) => (
  <p>
    <b>{line1}</b>
    <br />
    {[city, region, postal_code].filter(Boolean).join(', ')}
  </p>
)

/** The candidates of an ambiguous address, which the user chooses from at once. */
const severalOf = ({ candidates }: OrderOut): CandidatesOut | null =>
  candidates
    ? {
        cause: candidates.length > 1 ? 'SEVERAL' : 'NOT_SURE',
        town_miles: null,
        candidates: candidates.map(({ address, lat, lng }) => ({
          lat,
          lng,
          label: address,
          precision: 'PLACED',
          differs: null,
          far_miles: null,
        })),
      }
    : null

/** Accepts free text, and applies it when it is a number. Follows the pin. */
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
