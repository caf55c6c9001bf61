// Changes that a re-plan handles, and the form for the data that it needs.
import { useState } from 'react'
import type { DayOut, DayRoute, DayStop, PoolOrder } from '../../../src/contract/day.ts'
import type { Body } from '../../api/client.ts'
import { storedValueOf, timeOf, inputValueOf, unitOf } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Check, Field } from '../../ui/field.tsx'
import page from '../../ui/page.module.css'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import style from './day.module.css'
import { HandOverFields, handOverBody, type HandOverInput, missingInHandOver } from './hand-over-fields.tsx'

export type ReplanAsk =
  | { kind: 'FIT_IN'; orders: readonly Pick<PoolOrder, 'order_uuid' | 'line1'>[] }
  | { kind: 'BROKEN_DOWN'; route: DayRoute }
  /** The driver did not come, so nothing has left the depot. */
  | { kind: 'NO_SHOW'; route: DayRoute }
  /** `minutes` is the additional delay. If absent, the form asks for it. */
  | { kind: 'LATE'; route: DayRoute; minutes?: number }
  | { kind: 'GOING_HOME'; route: DayRoute }
  | { kind: 'GROWN'; stop: DayStop }

export type ReplanReason = Omit<Body<'POST /replan'>, 'date'>

export function titleOf(ask: ReplanAsk): string {
  if (ask.kind === 'FIT_IN')
    return ask.orders.length === 1
      ? words.replan.fitInOne(ask.orders[0]?.line1 ?? '')
      : words.replan.fitIn(ask.orders.length)
  if (ask.kind === 'GROWN') return words.replan.grown(ask.stop.address.line1)
  const { name } = ask.route
  if (ask.kind === 'BROKEN_DOWN') return words.replan.brokeDown(name)
  if (ask.kind === 'NO_SHOW') return words.replan.noShow(name)
  return ask.kind === 'LATE' ? words.replan.lateRoute(name) : words.replan.goesHome(name)
}

/** Returns the request body of a change that needs no further input, or null. */
export function reasonOf(ask: ReplanAsk): ReplanReason | null {
  if (ask.kind === 'FIT_IN') return { order_uuids: ask.orders.map(({ order_uuid }) => order_uuid) }
  if (ask.kind === 'GROWN') return null
  const { route_uuid } = ask.route
  if (ask.kind === 'LATE' && ask.minutes !== undefined) return { late: [{ route_uuid, minutes: ask.minutes }] }
  return null
}

/** Typed input of the form. */
interface ReplanInput {
  /** Minutes, or the time at which the driver is back, depending on the change. */
  text: string
  weight: string
  /** Whether the delay replaces the previous delay instead of adding to it. */
  replace: boolean
}

interface Props {
  day: DayOut
  ask: ReplanAsk
  fault: string | null
  /** Input for a hand-over. The caller stores it, because it must survive a refused proposal. */
  handOver: HandOverInput
  setHandOver: (text: HandOverInput) => void
  onRun: (reason: ReplanReason) => void
  /** Opens the dialog that assigns the route to another driver. */
  onReassign: (route: DayRoute) => void
  onClose: () => void
}

export function ReplanForm({ day, ask, fault, handOver, setHandOver, onRun, onReassign, onClose }: Props) {
  const [input, setInput] = useState(() => startOf(ask))
  const change = (part: Partial<ReplanInput>): void => setInput((before) => ({ ...before, ...part }))
  const goesHome = ask.kind === 'GOING_HOME'
  // If the route has not started, all goods are at the depot.
  const loaded = (goesHome || ask.kind === 'BROKEN_DOWN') && ask.route.status === 'IN_PROGRESS'
  const missing = fieldFaultText(ask, input) ?? missingInHandOver(handOver)
  return (
    <Dialog title={titleOf(ask)} onClose={onClose}>
      <form
        className={page.fields}
        onSubmit={(event) => {
          event.preventDefault()
          const reason = missing ? null : reasonFromInput(ask, input, handOver)
          if (reason) onRun(reason)
        }}
      >
        {ask.kind === 'BROKEN_DOWN' ? (
          <p>{ask.route.status === 'IN_PROGRESS' ? words.replan.brokeDownStarted : words.replan.brokeDownPlanned}</p>
        ) : null}
        {ask.kind === 'NO_SHOW' ? (
          <>
            <p>{words.replan.noShowText}</p>
            <p>
              <Button onClick={() => onReassign(ask.route)}>{words.replan.otherDriver}</Button>
            </p>
          </>
        ) : null}
        {ask.kind === 'LATE' ? <LateFields {...{ day, input, change }} route={ask.route} /> : null}
        {ask.kind === 'GOING_HOME' ? (
          <Field
            label={words.replan.backBy}
            type="time"
            value={input.text}
            hint={words.replan.backByHint}
            onChange={(event) => change({ text: event.target.value })}
          />
        ) : null}
        {loaded ? (
          <HandOverFields
            depots={day.depots}
            start={likelyLocation(ask.route)}
            text={handOver}
            goesHome={goesHome}
            onChange={setHandOver}
          />
        ) : null}
        {ask.kind === 'GROWN' ? <GrownFields {...{ input, change }} /> : null}
        {fault ? (
          <p className={style.warn} role="alert">
            {fault}
          </p>
        ) : null}
        <p className={style.soft}>{words.replan.nothingYet}</p>
        <DialogActions>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" reason={missing}>
            {fault ? words.common.tryAgain : words.replan.showPlans}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  input: ReplanInput
  change: (part: Partial<ReplanInput>) => void
}

function LateFields({ day, route, input: { text, replace }, change }: FieldsProps & { day: DayOut; route: DayRoute }) {
  const { time_zone: timeZone } = useSession().business
  // Use the latest day, because another user may have delayed the departure since the dialog was opened.
  const heldUntil = day.routes.find(({ route_uuid }) => route_uuid === route.route_uuid)?.held_until
  return (
    <>
      <Field
        label={words.replan.minutesMore}
        type="number"
        min={0}
        max={600}
        value={text}
        hint={replace ? words.replan.zeroTakesBack : words.replan.zeroMeans}
        onChange={(event) => change({ text: event.target.value })}
      />
      {heldUntil ? (
        <>
          <Check checked={replace} onChange={(event) => change({ replace: event.target.checked })}>
            {words.replan.replaceDelay}
          </Check>
          <p className={style.soft}>{words.replan.heldUntil(timeOf(heldUntil, timeZone))}</p>
        </>
      ) : null}
    </>
  )
}

const GrownFields = ({ input: { text, weight }, change }: FieldsProps) => (
  <>
    <Field
      label={words.replan.minutesAtStop}
      type="number"
      min={0}
      max={600}
      value={text}
      onChange={(event) => change({ text: event.target.value })}
    />
    <Field
      label={words.replan.weight(unitOf('weight'))}
      type="number"
      min={0}
      max={1_000_000}
      step="any"
      value={weight}
      hint={words.replan.emptyUnknown}
      onChange={(event) => change({ weight: event.target.value })}
    />
  </>
)

/** Likely location of the vehicle: its last position, else its last visited stop, else the depot. */
function likelyLocation({ position, stops, depot }: DayRoute): { lat: number; lng: number } {
  const { lat = null, lng = null } =
    stops.findLast(({ finished_at, arrived_at }) => finished_at ?? arrived_at)?.address ?? {}
  const last = lat === null || lng === null ? depot : { lat, lng }
  return { lat: (position ?? last).lat, lng: (position ?? last).lng }
}

function startOf(ask: ReplanAsk): ReplanInput {
  if (ask.kind !== 'GROWN') return { text: ask.kind === 'LATE' ? '0' : '', weight: '', replace: false }
  const { service_minutes: minutes, load_weight_lbs: pounds } = ask.stop
  return { text: String(minutes), weight: String(inputValueOf('weight', pounds) ?? ''), replace: false }
}

/** Returns the request body of the change with the user's input. */
function reasonFromInput(
  ask: ReplanAsk,
  { text, weight, replace }: ReplanInput,
  handOver: HandOverInput,
): ReplanReason | null {
  const reason = reasonOf(ask)
  if (reason || ask.kind === 'FIT_IN') return reason
  if (ask.kind === 'GROWN') return { grown: [enlargedStop(ask.stop, text, weight)] }
  const { route_uuid } = ask.route
  const handsOver = handOverBody(route_uuid, handOver, ask.kind === 'GOING_HOME')
  if (ask.kind === 'NO_SHOW') return { broken_down: [route_uuid] }
  if (ask.kind === 'BROKEN_DOWN') return { broken_down: [route_uuid], ...handsOver }
  if (ask.kind === 'GOING_HOME') return { going_home: [{ route_uuid, at: text }], ...handsOver }
  return { late: [{ route_uuid, minutes: Number(text), ...(replace && { replace }) }] }
}

/** Returns a message that names the first missing or invalid field, or null. */
function fieldFaultText(ask: ReplanAsk, { text, weight }: ReplanInput): string | null {
  if (ask.kind === 'GOING_HOME') return text === '' ? words.replan.enterBack : null
  if (ask.kind !== 'LATE' && ask.kind !== 'GROWN') return null
  if (!/^\d{1,3}$/.test(text)) return words.replan.enterMinutes
  if (ask.kind === 'LATE') return null
  if (weight !== '' && !/^\d+(\.\d+)?$/.test(weight)) return words.replan.enterWeight(unitOf('weight'))
  const { service_minutes: minutes, load_weight_lbs: pounds } = ask.stop
  const same = Number(text) === minutes && (weight === '' || storedValueOf('weight', Number(weight), pounds) === pounds)
  return same ? words.replan.enterChange : null
}

const enlargedStop = (stop: DayStop, minutes: string, weight: string) => ({
  stop_uuid: stop.stop_uuid,
  service_minutes: Number(minutes),
  ...(weight !== '' && { load_weight_lbs: storedValueOf('weight', Number(weight), stop.load_weight_lbs) }),
})
