// Dialog that splits a route at a stop, merges it into another, or swaps the stops of two routes, with the cost.
import { useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { words } from '../../words/locale.ts'
import { isOpen } from './day-data.ts'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import { DropCost } from './drop-cost.tsx'
import { type Move, unmovableReason, type Regroup } from './moves.ts'
import { freeVehicles } from './selection.ts'

const movableOf = ({ stops }: DayRoute): string[] =>
  stops.flatMap((stop) =>
    stop.current && !stop.finished_at && unmovableReason(stop) === null ? [stop.order_uuid] : [],
  )

export function RegroupDialog({ day, regroup, onClose }: { day: DayOut; regroup: Regroup; onClose: () => void }) {
  const { kind, route } = regroup
  const deeds = useDayCommands()
  const movable = movableOf(route)
  const later = movable.filter((id) => id !== route.stops[0]?.order_uuid)
  const [from, setFrom] = useState(regroup.from ?? later[Math.floor((later.length - 1) / 2)] ?? '')
  const others = day.routes.filter((other) => other.route_uuid !== route.route_uuid && isOpen(other))
  const free = kind === 'SPLIT' ? freeVehicles(day) : []
  const [to, setTo] = useState((free[0]?.vehicle_uuid ?? others[0]?.route_uuid) || '')
  const other = others.find(({ route_uuid }) => route_uuid === to)
  const vehicle = free.find(({ vehicle_uuid }) => vehicle_uuid === to)
  const going = kind === 'SPLIT' ? movable.slice(Math.max(0, movable.indexOf(from))) : movable
  const moves = other ? movesOf(kind, route, other, going) : []
  const staying = route.stops.filter(({ current }) => current).length - movable.length
  const said = words.regroup.kinds[kind]
  const none = moves.length === 0 && !vehicle ? words.regroup.chooseRoute : null
  return (
    <Dialog title={said.title(route.name)} onClose={onClose}>
      {kind === 'SPLIT' ? (
        <SelectField
          label={words.regroup.fromStop}
          value={from}
          onChange={(event) => setFrom(event.target.value)}
          options={route.stops
            .filter(({ order_uuid }) => later.includes(order_uuid))
            .map(({ order_uuid, sequence, address }) => [order_uuid, `${sequence}. ${address.line1}`])}
        />
      ) : null}
      <SelectField
        label={said.to}
        value={to}
        onChange={(event) => setTo(event.target.value)}
        options={[
          ...free.map(({ vehicle_uuid: id, name }) => [id, words.selection.newRoute(name)] as const),
          ...others.map(
            ({ route_uuid: id, name, driver }) => [id, [name, driver?.name].filter(Boolean).join(' · ')] as const,
          ),
        ]}
      />
      <p role="status">
        {words.regroup.moves(going.length)} {moves.length > 0 ? <DropCost moves={moves} /> : null}
      </p>
      {staying > 0 ? <p className={style.soft}>{words.regroup.staying(staying)}</p> : null}
      <DialogActions>
        <Button onClick={onClose}>{words.common.cancel}</Button>
        <Button
          kind="primary"
          reason={none}
          onClick={() => {
            onClose()
            if (vehicle) deeds.moveToVehicle(vehicle, going)
            else deeds.moveAll(moves)
          }}
        >
          {said.yes}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Moves the stops to the end of the other route. A swap also moves the other route's stops to the end of this route. */
export function movesOf(kind: Regroup['kind'], route: DayRoute, other: DayRoute, going: string[]): Move[] {
  const forth: Move[] =
    going.length > 0 ? [{ order_uuids: going, to: { route_uuid: other.route_uuid, position: other.stops.length } }] : []
  const back = kind === 'SWAP' ? movableOf(other) : []
  if (back.length === 0) return forth
  return [
    ...forth,
    { order_uuids: back, to: { route_uuid: route.route_uuid, position: route.stops.length - going.length } },
  ]
}
