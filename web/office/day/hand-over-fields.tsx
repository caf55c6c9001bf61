// Fields for handing over loaded goods to other drivers, in the dialogs of a vehicle that broke down or returns early.
import { lazy, Suspense } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import type { Body } from '../../api/client.ts'
import { Check, Field, SelectField } from '../../ui/field.tsx'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { words } from '../../words/locale.ts'
import type { PinPoint } from '../../ui/map/pin-map.tsx'

export interface HandOverInput {
  wanted: boolean
  /** Place of the hand-over: the UUID of a depot, `STANDS` (where the vehicle stands), `ADDRESS` or `MAP`. */
  where: string
  address: string
  /** Location chosen on the map. */
  point: PinPoint | null
  from: string
  minutes: string
}

const AT_VEHICLE = 'STANDS'
const AT_ADDRESS = 'ADDRESS'
const ON_MAP = 'MAP'

const PinMap = lazy(() => import('../../ui/map/pin-map.tsx'))

export const NO_HAND_OVER: HandOverInput = {
  wanted: false,
  where: AT_VEHICLE,
  address: '',
  point: null,
  from: '',
  minutes: '10',
}

/** Returns a message that names the first missing field, or null. */
export function missingInHandOver({ wanted, where, address, minutes }: HandOverInput): string | null {
  if (!wanted) return null
  if (where === AT_ADDRESS && address.trim() === '') return words.replan.enterAddress
  return /^\d{1,3}$/.test(minutes) ? null : words.replan.enterMinutes
}

type HandOver = Pick<Body<'POST /replan'>, 'hand_over'>

/** Hand-over for the request body. A vehicle that returns early hands its goods over at the end location of its route. */
export function handOverBody(route_uuid: string, text: HandOverInput, goesHome: boolean): HandOver {
  if (!text.wanted) return {}
  const { from, minutes } = text
  const place = goesHome ? {} : handOverLocation(text)
  return { hand_over: [{ route_uuid, ...place, ...(from !== '' && { from }), minutes: Number(minutes) }] }
}

function handOverLocation({ where, address, point }: HandOverInput) {
  if (where === AT_VEHICLE) return {}
  if (where === ON_MAP) return point ?? {}
  return where === AT_ADDRESS ? { address } : { depot_uuid: where }
}

interface Props {
  depots: DayOut['depots']
  /** Initial location of the pin. */
  start: PinPoint
  text: HandOverInput
  goesHome: boolean
  onChange: (text: HandOverInput) => void
}

export function HandOverFields({ depots, start, text, goesHome, onChange }: Props) {
  const { wanted, where, address, point, from, minutes } = text
  const set = (change: Partial<HandOverInput>): void => onChange({ ...text, ...change })
  return (
    <>
      <Check checked={wanted} onChange={(event) => set({ wanted: event.target.checked })}>
        {goesHome ? words.replan.mayTakeOverBack : words.replan.mayTakeOver}
      </Check>
      {wanted ? (
        <>
          {goesHome ? null : (
            <SelectField
              label={words.replan.where}
              value={where}
              onChange={({ target: { value } }) =>
                set({ where: value, ...(value === ON_MAP && { point: point ?? start }) })
              }
              options={[
                [AT_VEHICLE, words.replan.whereItStands],
                ...depots.map(({ depot_uuid: id, name }) => [id, name] as const),
                [AT_ADDRESS, words.replan.atAddress],
                [ON_MAP, words.replan.atPoint],
              ]}
            />
          )}
          {!goesHome && where === AT_ADDRESS ? (
            <Field
              label={words.common.address}
              value={address}
              onChange={(event) => set({ address: event.target.value })}
            />
          ) : null}
          {!goesHome && where === ON_MAP && point ? (
            <ErrorBoundary instead={<p>{words.orders.noMap}</p>}>
              <Suspense fallback={<p>{words.day.loadingMap}</p>}>
                <PinMap
                  point={point}
                  pinned
                  onMove={(moved) => set({ point: moved })}
                  label={words.replan.mapOfPoint}
                />
              </Suspense>
            </ErrorBoundary>
          ) : null}
          {goesHome ? null : (
            <Field
              label={words.replan.notBefore}
              type="time"
              value={from}
              hint={words.replan.emptyNow}
              onChange={(event) => set({ from: event.target.value })}
            />
          )}
          <Field
            label={words.replan.minutesEach}
            type="number"
            min={0}
            max={240}
            value={minutes}
            onChange={(event) => set({ minutes: event.target.value })}
          />
        </>
      ) : null}
    </>
  )
}
