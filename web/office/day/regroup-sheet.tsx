// Sheet that splits a route, merges it into another, or swaps the stops of two routes. Each choice has its cost.
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { MovesOut } from '../../../src/contract/manual-planning.ts'
import type { DayOut, DayRoute, DayVehicle } from '../../../src/contract/day.ts'
import { Button } from '../../ui/button.tsx'
import { type Choice, Choices } from '../../ui/choices.tsx'
import { clockTime, miles, signed, timeOf } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { useSession } from '../session.tsx'
import { isOpen } from './day-data.ts'
import { useDayCommands } from './day-commands.ts'
import { type Move, type MovesPreview, previewQuery, type Regroup, unmovableReason } from './moves.ts'
import { CostTable, Effect, Effects, lateCountWords, RouteTool, Swatch, totalWords } from './route-tool.tsx'
import style from './route-tool.module.css'
import { freeVehicles } from './selection.ts'
import { SplitCut } from './split-cut.tsx'
import { nearestFirst } from './split-places.ts'

/** Number of choices whose cost is computed at once. Further choices are shown on request. */
const FEW = 6

/** Route, or vehicle without a route, that takes the stops. */
type Target = { key: string; name: string } & ({ route: DayRoute } | { vehicle: DayVehicle })

interface Props {
  day: DayOut
  regroup: Regroup
  onClose: () => void
}

export function RegroupSheet({ day, regroup: { kind, route, from: asked }, onClose }: Props) {
  const deeds = useDayCommands()
  const movable = movableOf(route)
  const later = movable.filter((id) => id !== route.stops[0]?.order_uuid)
  const [from, setFrom] = useState(asked ?? later[Math.floor((later.length - 1) / 2)] ?? '')
  const [all, setAll] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  const goingFrom = (first: string): string[] =>
    kind === 'SPLIT' ? movable.slice(Math.max(0, movable.indexOf(first))) : movable
  const going = goingFrom(from)
  const targets = targetsOf(day, kind, route)
  const shown = all ? targets : targets.slice(0, FEW)
  const costs = useQueries({
    queries: shown.map((target) => previewQuery(day, previewOf(kind, route, target, going))),
  })
  const choices = useChoices(day, shown, costs)
  const chosen = shown.find(({ key }) => key === wanted) ?? shown.find((_target, i) => !costs[i]?.error)
  const cost = chosen && costs[shown.indexOf(chosen)]
  const staying = route.stops.filter(({ current }) => current).length - movable.length
  const said = words.regroup.kinds[kind]
  const position = route.stops.findIndex(({ order_uuid }) => order_uuid === from)
  return (
    <RouteTool
      {...{ route, onClose }}
      title={kind === 'SPLIT' ? words.regroup.splitAfter(route.name, position) : said.title(route.name)}
      lead={[words.regroup.moves(going.length), said.lead].filter(Boolean).join(' ')}
      cost={cost?.data ? totalWords(cost.data.added) : '…'}
      costLine={cost?.data ? lateCountWords(cost.data) : ''}
      yes={said.yes}
      reason={chosen ? (cost?.error?.message ?? null) : words.regroup.chooseRoute}
      onYes={() => {
        onClose()
        if (!chosen) return
        if ('vehicle' in chosen) deeds.moveToVehicle(chosen.vehicle, going)
        else deeds.moveAll(movesOf(kind, route, chosen.route, going))
      }}
    >
      {kind === 'SPLIT' ? (
        <SplitCut
          {...{ day, route, from }}
          allowed={later}
          previewAt={(first) => (chosen ? previewOf(kind, route, chosen, goingFrom(first)) : null)}
          onCut={setFrom}
        />
      ) : null}
      <section>
        <h3>{said.to}</h3>
        <Choices label={said.to} choices={choices} chosen={chosen?.key ?? null} onChoose={setWanted} />
        {targets.length > shown.length ? (
          <Button small kind="quiet" className={style.more} onClick={() => setAll(true)}>
            {words.build.showMoreOf(targets.length - shown.length)}
          </Button>
        ) : null}
      </section>
      <CostTable day={day} data={cost?.data} />
      <Effects data={cost?.data}>
        {staying > 0 ? <Effect icon="lock">{words.regroup.staying(staying)}</Effect> : null}
      </Effects>
    </RouteTool>
  )
}

const movableOf = ({ stops }: DayRoute): string[] =>
  stops.flatMap((stop) =>
    stop.current && !stop.finished_at && unmovableReason(stop) === null ? [stop.order_uuid] : [],
  )

/** Vehicles without a route come first, if the route is split. Routes are sorted by the distance of their stops. */
function targetsOf(day: DayOut, kind: Regroup['kind'], route: DayRoute): Target[] {
  const others = day.routes.filter((other) => other.route_uuid !== route.route_uuid && isOpen(other))
  const free = kind === 'SPLIT' ? freeVehicles(day) : []
  return [
    ...free.map((vehicle) => ({ key: vehicle.vehicle_uuid, name: vehicle.name, vehicle })),
    ...nearestFirst(others, route.stops).map((other) => ({ key: other.route_uuid, name: other.name, route: other })),
  ]
}

const previewOf = (kind: Regroup['kind'], route: DayRoute, target: Target, going: string[]): MovesPreview =>
  'vehicle' in target
    ? { newRoute: { vehicle_uuid: target.vehicle.vehicle_uuid, order_uuids: going } }
    : { moves: movesOf(kind, route, target.route, going) }

interface Cost {
  data?: MovesOut | undefined
  error: Error | null
}

/** The targets as choices with their cost. A target that refuses the stops has the reason. */
function useChoices(day: DayOut, targets: readonly Target[], costs: readonly Cost[]): Choice[] {
  const zone = useSession().business.time_zone
  return targets.map((target, i) => {
    const { data, error = null } = costs[i] ?? {}
    const warnings = data?.routes
      .filter(({ name }) => name === target.name)
      .flatMap((effect) => effect.warnings.filter(({ code }) => code !== 'LATE'))
    const details =
      'vehicle' in target
        ? [
            driverOf(day, target.vehicle),
            `${clockTime(target.vehicle.shift_start)} – ${clockTime(target.vehicle.shift_end)}`,
          ]
        : [
            target.route.driver?.name ?? words.common.noDriver,
            target.route.planned_end && words.regroup.backAt(timeOf(target.route.planned_end, zone)),
          ]
    const warned = warnings?.[0]?.message
    return {
      key: target.key,
      name: (
        <>
          <Swatch route={'route' in target ? target.route : undefined} />
          {'vehicle' in target ? words.selection.newRoute(target.name) : target.name}
        </>
      ),
      line:
        error?.message ?? (warned ? <span className={style.warn}>{warned}</span> : details.filter(Boolean).join(' · ')),
      end: data && signed(data.added.distance_miles, miles),
      endLine: data && lateCountWords(data),
      isPossible: error === null,
    }
  })
}

const driverOf = (day: DayOut, { driver_uuid }: DayVehicle): string =>
  day.drivers.find((driver) => driver.driver_uuid === driver_uuid)?.name ?? words.common.noDriver

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
