// State of an order with its time, and its four steps.
import type { OrderDetailOut } from '../../../src/contract/order-actions.ts'
import type { OrderOut } from '../../../src/contract/order.ts'
import { type Tone, toneClass } from '../../ui/badge.tsx'
import { dayText, dayToIso, longDay, timeAndDay, timeOf, windowOf } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { useSession } from '../session.tsx'
import style from './order.module.css'

interface State {
  title: string
  icon: IconName
  tone: Tone
}

export function OrderState({ detail }: { detail: OrderDetailOut }) {
  const zone = useSession().business.time_zone
  const { order } = detail
  const { title, icon, tone } = stateOf(order, zone)
  const { route, stop } = order
  const day = order.delivery_by
    ? words.orders.anyFromTo(dayText(order.delivery_from ?? order.delivery_date), dayText(order.delivery_by))
    : longDay(order.delivery_date)
  const facts = [day, windowOf(order) ?? words.common.anyTime, stop?.left_where].filter(Boolean)
  return (
    <div className={`${style.card} ${style.state}`}>
      <div className={style.top}>
        <span className={`${style.mark} ${toneClass(tone)}`}>
          <Icon name={icon} />
        </span>
        <div>
          <h2>{title}</h2>
          <p>
            {facts.join(' · ')}
            {route ? (
              <>
                {' · '}
                <Link href={`/?date=${dayToIso(order.delivery_date)}&order=${order.order_uuid}`}>
                  {route.name} ({words.common.routeStatus[route.status]})
                </Link>
              </>
            ) : null}
          </p>
        </div>
      </div>
      <ol className={style.steps}>
        {stepsOf(detail, zone).map(({ name, note, progress }) => (
          <li key={name} className={style[progress]}>
            <Icon name={STEP_ICONS[progress]} />
            <b>{name}</b>
            <span>{note}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Title of the order: what happened last, and when. */
function stateOf(order: OrderOut, zone: string): State {
  const { status, stop, placement, route } = order
  const { states } = words.orders
  if (status === 'CANCELLED') return { title: states.cancelled, icon: 'ended', tone: 'calm' }
  if (status === 'DELIVERED')
    return {
      title: states.delivered(stop?.delivered_at ? timeOf(stop.delivered_at, zone) : null),
      icon: 'check',
      tone: 'good',
    }
  if (status === 'FAILED') return { title: states.failed(stop?.reason ?? null), icon: 'cross', tone: 'bad' }
  if (stop?.arrived_at) return { title: states.arrived(timeOf(stop.arrived_at, zone)), icon: 'target', tone: 'move' }
  if (stop?.eta_from && stop.eta_to)
    return {
      title: states.arriving(timeOf(stop.eta_from, zone), timeOf(stop.eta_to, zone)),
      icon: 'arrow',
      tone: 'move',
    }
  if (stop && route)
    return { title: states.planned(timeOf(stop.eta ?? stop.planned_arrival, zone)), icon: 'planned', tone: 'move' }
  if (placement === 'UNPLACED' || placement === 'AMBIGUOUS')
    return { title: words.orders.needsLocation, icon: 'nowhere', tone: 'bad' }
  return { title: words.common.unassigned, icon: 'open', tone: 'calm' }
}

type Progress = 'done' | 'here' | 'todo' | 'ended'

const STEP_ICONS: Record<Progress, IconName> = { done: 'check', here: 'target', todo: 'open', ended: 'cross' }

interface Step {
  name: string
  note: string
  progress: Progress
}

function stepsOf({ order, history }: OrderDetailOut, zone: string): Step[] {
  const { steps } = words.orders
  const { stop, status, route } = order
  const ordered = history.find(({ action }) => action === 'order.created')?.at ?? order.created_at
  const left = history.find(({ action }) => action === 'stop.en_route')?.at ?? stop?.arrived_at ?? null
  const isClosed = status === 'DELIVERED' || status === 'FAILED' || status === 'CANCELLED'
  const expected = stop?.eta ?? stop?.planned_arrival
  const last: Step =
    status === 'DELIVERED'
      ? { name: steps.delivered, note: stop?.delivered_at ? timeOf(stop.delivered_at, zone) : '', progress: 'done' }
      : status === 'FAILED'
        ? { name: steps.failed, note: stop?.reason ?? '', progress: 'ended' }
        : status === 'CANCELLED'
          ? { name: words.orders.states.cancelled, note: '', progress: 'ended' }
          : { name: steps.delivered, note: expected ? steps.by(timeOf(expected, zone)) : '', progress: 'todo' }
  return [
    { name: steps.ordered, note: timeAndDay(ordered, zone), progress: 'done' },
    { name: steps.planned, note: route?.name ?? dayText(order.delivery_date), progress: route ? 'done' : 'todo' },
    {
      name: steps.onTheWay,
      note: left ? timeOf(left, zone) : '',
      progress: left ? (isClosed ? 'done' : 'here') : 'todo',
    },
    last,
  ]
}
