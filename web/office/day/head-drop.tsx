// During a drag, a route's header accepts a drop too. One delivery goes to its best position, several go to the end.
import { useQuery } from '@tanstack/react-query'
import { DropZone } from 'react-aria-components'
import type { DayRoute } from '../../../src/contract/day.ts'
import { endpointQuery } from '../../api/query.ts'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import { useDragged } from './dragging.ts'
import { CostWords, costWords, DropCost } from './drop-cost.tsx'
import type { Move } from './moves.ts'
import { DRAG_TYPE, readIds } from './stop-list.tsx'

/** Query for the best positions of a delivery. `versions` of the routes are in its key, so that a changed route runs it again. */
export function positionsQuery(orderId: string, versions: readonly string[]) {
  const places = endpointQuery('GET /orders/{order_uuid}/places', { params: { order_uuid: orderId } })
  return { ...places, queryKey: [...places.queryKey, versions], retry: false, staleTime: 10_000 }
}

export function RouteHeadDropZone({ route }: { route: DayRoute }) {
  const dragged = useDragged()
  return dragged.length > 0 ? <HeadDropZone route={route} dragged={dragged} /> : null
}

function HeadDropZone({ route, dragged }: { route: DayRoute; dragged: readonly string[] }) {
  const deeds = useDayCommands()
  const [only] = dragged
  const own = route.stops.some((stop) => stop.order_uuid === only)
  const single = dragged.length === 1 && !own ? (only ?? null) : null
  const versions = deeds.day().routes.map(({ version }) => version)
  const places = useQuery({ ...positionsQuery(single ?? '', versions), enabled: single !== null })
  const place = places.data?.places.find(({ route_uuid }) => route_uuid === route.route_uuid)
  const refused = places.data?.refused.find(({ route_uuid }) => route_uuid === route.route_uuid)
  const move = (orderIds: readonly string[]): Move => ({
    order_uuids: [...orderIds],
    to: { route_uuid: route.route_uuid, position: place?.position ?? route.stops.length },
  })
  return (
    <DropZone
      aria-label={words.day.bestPlaceOf(route.name)}
      className={style.headDrop}
      getDropOperation={(types) => (types.has(DRAG_TYPE) ? 'move' : 'cancel')}
      onDrop={({ items }) => void readIds(items).then((ids) => deeds.move(move(ids)))}
    >
      {({ isDropTarget }) =>
        isDropTarget ? (
          refused ? (
            <CostWords refused>{words.day.cannotGo(refused.message)}</CostWords>
          ) : place ? (
            <CostWords>{costWords(place.added, place.warnings)}</CostWords>
          ) : (
            <DropCost moves={[move(dragged)]} />
          )
        ) : null
      }
    </DropZone>
  )
}
