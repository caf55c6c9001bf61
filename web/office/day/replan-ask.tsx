// What has come up on the day, and what has to be known of it before plans are made.
import { useState } from 'react'
import type { DayOut, DayRoute, DayStop, PoolOrder } from '../../../src/contract/office/day.ts'
import type { Body } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { plural } from '../../ui/format.ts'
import style from './day.module.css'
import { HandOverFields, handOverOf, type HandOverText, missingInHandOver } from './hand-over-fields.tsx'

export type ReplanAsk =
  | { kind: 'FIT_IN'; orders: readonly Pick<PoolOrder, 'order_uuid' | 'line1'>[] }
  | { kind: 'BROKEN_DOWN'; route: DayRoute }
  /** With how many minutes more than is known; absent, it is asked for. */
  | { kind: 'LATE'; route: DayRoute; minutes?: number }
  | { kind: 'GOING_HOME'; route: DayRoute }
  | { kind: 'GROWN'; stop: DayStop }

export type ReplanReason = Omit<Body<'POST /replan'>, 'date'>

export function titleOf(ask: ReplanAsk): string {
  if (ask.kind === 'FIT_IN')
    return ask.orders.length === 1
      ? `Fit in ${ask.orders[0]?.line1}`
      : `Fit in ${plural(ask.orders.length, 'delivery', 'deliveries')}`
  if (ask.kind === 'GROWN') return `${ask.stop.address.line1}: takes longer or weighs more`
  const { name } = ask.route
  if (ask.kind === 'BROKEN_DOWN') return `${name}: vehicle broke down`
  return ask.kind === 'LATE' ? `${name}: running late` : `${name}: driver goes home`
}

/** Null where something has to be asked first. */
export function reasonOf(ask: ReplanAsk): ReplanReason | null {
  if (ask.kind === 'FIT_IN') return { order_uuids: ask.orders.map(({ order_uuid }) => order_uuid) }
  if (ask.kind === 'GROWN') return null
  const { route_uuid } = ask.route
  if (ask.kind === 'LATE' && ask.minutes !== undefined) return { late: [{ route_uuid, minutes: ask.minutes }] }
  return null
}

interface Props {
  day: DayOut
  ask: ReplanAsk
  fault: string | null
  /** Kept by the caller: it outlasts a proposal that was refused. */
  handOver: HandOverText
  setHandOver: (text: HandOverText) => void
  onRun: (reason: ReplanReason) => void
  onClose: () => void
}

export function AskReason({ day, ask, fault, handOver, setHandOver, onRun, onClose }: Props) {
  const [text, setText] = useState(startOf(ask))
  const [weight, setWeight] = useState(ask.kind === 'GROWN' ? String(ask.stop.load_weight_lbs ?? '') : '')
  const goesHome = ask.kind === 'GOING_HOME'
  // Of a route that has not started, all goods are at the depot.
  const loaded = (goesHome || ask.kind === 'BROKEN_DOWN') && ask.route.status === 'IN_PROGRESS'
  const run = (): void => {
    const reason = reasonOf(ask)
    if (reason) return onRun(reason)
    if (ask.kind === 'FIT_IN') return
    if (ask.kind === 'GROWN') return onRun({ grown: [grownBy(ask.stop, text, weight)] })
    const { route_uuid } = ask.route
    const handsOver = handOverOf(route_uuid, handOver, goesHome)
    if (ask.kind === 'BROKEN_DOWN') onRun({ broken_down: [route_uuid], ...handsOver })
    else if (ask.kind === 'LATE') onRun({ late: [{ route_uuid, minutes: Number(text) }] })
    else onRun({ going_home: [{ route_uuid, at: text }], ...handsOver })
  }
  const missing = missingIn(ask, text, weight) ?? missingInHandOver(handOver)
  return (
    <Dialog title={titleOf(ask)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!missing) run()
        }}
      >
        {ask.kind === 'BROKEN_DOWN' ? (
          <p>
            {ask.route.status === 'IN_PROGRESS'
              ? 'The route has started, so its goods are in the vehicle. Say where other drivers can take them over; without that, its open deliveries come off the route, to be fitted in again once another driver has the goods.'
              : 'Its stops go to other vehicles, as far as they have room.'}
          </p>
        ) : null}
        {ask.kind === 'LATE' ? (
          <Field
            label="Minutes more than expected now"
            type="number"
            min={0}
            max={600}
            value={text}
            hint="0: plan with the times that are expected now."
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        {ask.kind === 'GOING_HOME' ? (
          <Field
            label="Back at the depot by"
            type="time"
            value={text}
            hint="What doesn’t fit before then comes off the route, or goes to another vehicle if it isn’t loaded yet."
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        {loaded ? (
          <HandOverFields depots={day.depots} text={handOver} goesHome={goesHome} onChange={setHandOver} />
        ) : null}
        {ask.kind === 'GROWN' ? (
          <>
            <Field
              label="Minutes at the stop"
              type="number"
              min={0}
              max={600}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Field
              label="Pounds"
              type="number"
              min={0}
              max={1_000_000}
              step="any"
              value={weight}
              hint="Empty where it isn’t known."
              onChange={(event) => setWeight(event.target.value)}
            />
          </>
        ) : null}
        {fault ? (
          <p className={style.warn} role="alert">
            {fault}
          </p>
        ) : null}
        <p className={style.soft}>Nothing changes before you choose a plan.</p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" reason={missing}>
            {fault ? 'Try again' : 'Show plans'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function startOf(ask: ReplanAsk): string {
  if (ask.kind === 'LATE') return '0'
  return ask.kind === 'GROWN' ? String(ask.stop.service_minutes) : ''
}

/** What has to be entered first, in words. */
function missingIn(ask: ReplanAsk, text: string, weight: string): string | null {
  if (ask.kind === 'GOING_HOME') return text === '' ? 'Enter when the driver has to be back.' : null
  if (ask.kind !== 'LATE' && ask.kind !== 'GROWN') return null
  if (!/^\d{1,3}$/.test(text)) return 'Enter whole minutes.'
  if (ask.kind === 'LATE') return null
  if (weight !== '' && !/^\d+(\.\d+)?$/.test(weight)) return 'Enter pounds.'
  const { service_minutes: minutes, load_weight_lbs: pounds } = ask.stop
  const same = Number(text) === minutes && (weight === '' || Number(weight) === pounds)
  return same ? 'Enter what has changed.' : null
}

const grownBy = (stop: DayStop, minutes: string, weight: string) => ({
  stop_uuid: stop.stop_uuid,
  service_minutes: Number(minutes),
  ...(weight !== '' && { load_weight_lbs: Number(weight) }),
})
