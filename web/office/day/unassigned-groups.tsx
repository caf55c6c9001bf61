// Deliveries that a build left unassigned, grouped by reason. Each group has one action.
import { type ReactNode, useState } from 'react'
import type { OfficeUnassigned } from '../../../src/contract/build.ts'
import type { DayOut } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import { Link } from '../link.tsx'
import { NOT_PLACED } from '../orders/view.ts'
import { useRoleReason } from '../session.tsx'
import style from './build-result.module.css'
import { useDayCommands } from './day-commands.ts'
import { useVehicleFix } from './unassigned-reason.tsx'

/** Further deliveries of a group are shown on request. */
const FEW = 3

interface Props {
  day: DayOut
  unassigned: readonly OfficeUnassigned[]
  onSaid: (text: string) => void
}

export function UnassignedGroups({ day, unassigned, onSaid }: Props) {
  const groups = [...Map.groupBy(unassigned, ({ reason }) => reason.code).values()]
  return (
    <section aria-label={words.build.leftOff(unassigned.length)}>
      <h3>{words.build.leftOff(unassigned.length)}</h3>
      {groups.map((alike) => (
        <Group key={alike[0]?.reason.code} {...{ day, onSaid }} unassigned={alike} />
      ))}
    </section>
  )
}

function Group({ day, unassigned, onSaid }: Props) {
  const deeds = useDayCommands()
  const [all, setAll] = useState(false)
  const [first] = unassigned
  if (!first) return null
  // A reason that all share is written once.
  const isShared = unassigned.every(({ reason }) => reason.message === first.reason.message)
  const shown = all ? unassigned : unassigned.slice(0, FEW)
  return (
    <div className={style.group}>
      <div className={style.head}>
        <Icon name={first.reason.code === 'UNPLACED' ? 'nowhere' : 'warning'} />
        <div>
          <h4>{words.build.reasonTitles[first.reason.code](unassigned.length)}</h4>
          {isShared ? <p>{first.reason.message}</p> : null}
          {isShared && first.nearest_fix ? <p>{words.build.fix(first.nearest_fix)}</p> : null}
        </div>
      </div>
      <ul>
        {shown.map((left) => (
          <li key={left.order_uuid}>
            <button type="button" onClick={() => deeds.reveal(left.order_uuid)}>
              {addressIn(day, left)}
            </button>
            {isShared ? null : <span>{left.reason.message}</span>}
          </li>
        ))}
      </ul>
      <div className={style.foot}>
        {unassigned.length > shown.length ? (
          <Button small kind="quiet" onClick={() => setAll(true)}>
            {words.build.showMoreOf(unassigned.length - shown.length)}
          </Button>
        ) : null}
        <Action {...{ day, unassigned, onSaid }} left={first} />
      </div>
    </div>
  )
}

const addressIn = ({ pool }: DayOut, { order_uuid: id, external_ref }: OfficeUnassigned): string => {
  const order = pool.find(({ order_uuid }) => order_uuid === id)
  return order ? `${order.line1} · ${external_ref}` : external_ref
}

/** One click fixes a single delivery if a vehicle can change. Otherwise the action opens the page that fixes the reason. */
function Action({ day, unassigned, left, onSaid }: Props & { left: OfficeUnassigned }): ReactNode {
  const deeds = useDayCommands()
  const role = useRoleReason('planRoutes')
  const offer = useVehicleFix({ day, left, onSaid })
  const said = words.build
  if (left.reason.code === 'UNPLACED') {
    const view = new URLSearchParams({ status: 'OPEN', placement: NOT_PLACED, from: day.date, to: day.date })
    return <Link href={`/orders?${view}`}>{words.exceptions.setLocations}</Link>
  }
  if (unassigned.length > 1)
    return (
      <Button small onClick={() => deeds.select(new Set(unassigned.map(({ order_uuid }) => order_uuid)))}>
        {said.selectThem}
      </Button>
    )
  if (offer)
    return (
      <Button small busy={offer.busy} reason={role} onClick={offer.apply}>
        {offer.deed}
      </Button>
    )
  return left.fix?.vehicle_uuid ? (
    <Link href="/fleet">{said.changeVehicle}</Link>
  ) : (
    <Link href={`/orders?order=${left.order_uuid}`}>{said.changeOrder}</Link>
  )
}
