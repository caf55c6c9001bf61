// The loads of a day, in the order of departure.
import { timeOf } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { codesOf, type Dock } from './load-state.ts'
import style from './loads.module.css'

interface Props {
  docks: readonly Dock[]
  shown: string
  onShow: (key: string) => void
}

export const LoadList = ({ docks, shown, onShow }: Props) => (
  <nav className={style.list} aria-label={words.loads.title}>
    <h2>
      {words.loads.loadsCounted(docks.length)} <span>{words.loads.byDeparture}</span>
    </h2>
    <ul>
      {docks.map((dock) => (
        <li key={dock.key}>
          <button type="button" aria-current={dock.key === shown ? 'true' : undefined} onClick={() => onShow(dock.key)}>
            <Line {...dock} />
          </button>
        </li>
      ))}
    </ul>
  </nav>
)

function Line({ route, load }: Dock) {
  const zone = useSession().business.time_zone
  const all = codesOf(load).length
  const missing = load.check?.missing.length ?? 0
  const on = load.check ? all - missing : 0
  const icon: IconName =
    missing > 0 ? 'warning' : load.check ? 'checked' : route.status === 'PLANNED' ? 'planned' : 'send'
  return (
    <>
      <span className={style.line}>
        <b>{route.loads.length > 1 ? words.loads.loadOfRoute(route.vehicle, load.trip) : route.vehicle}</b>
        <span>{route.driver ?? words.common.noDriver}</span>
        <time>{route.planned_start ? timeOf(route.planned_start, zone) : null}</time>
        <Icon name={icon} className={missing > 0 ? style.warn : load.check ? style.good : undefined} />
      </span>
      <small>{[words.loads.onOf(on, all), stateOf({ route, load }, zone)].filter(Boolean).join(' · ')}</small>
      <progress aria-label={words.loads.onOf(on, all)} value={on} max={all} />
    </>
  )
}

/** State of a load in a few words. Null if nothing is checked yet. */
function stateOf({ route, load: { check, stops } }: Pick<Dock, 'route' | 'load'>, zone: string): string | null {
  if (!check) return route.status === 'PLANNED' ? words.loads.notSentShort : null
  const known = new Set(check.order_uuids)
  const time = timeOf(check.checked_at, zone)
  const isOld = stops.some(({ order_uuid }) => !known.has(order_uuid))
  if (isOld) return words.loads.addedSince
  return check.missing.length > 0 ? words.loads.missingCount(check.missing.length) : words.loads.checked(time)
}
