// Head of the list of routes: their figures, and the actions on all of them.
import type { DayOut } from '../../../src/contract/day.ts'
import { miles } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { MenuButton, MenuChoice } from '../../ui/menu.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import { lateStops } from './day-data.ts'
import type { DayView } from './day-view.ts'
import { sortWorstFirst, useIsWorstFirst } from './route-order.ts'

export function ListHead({ day, view }: { day: DayOut; view: DayView }) {
  const isWorstFirst = useIsWorstFirst()
  const routeIds = day.routes.map(({ route_uuid }) => route_uuid)
  const stops = day.routes.flatMap((route) => route.stops.map(({ order_uuid }) => order_uuid))
  const calls: Readonly<Record<string, () => void>> = {
    open: () => view.show(routeIds, true),
    close: () => view.show(routeIds, false),
    sort: () => sortWorstFirst(!isWorstFirst),
    select: () => view.select(new Set(stops)),
  }
  const open = day.routes.filter(({ status }) => status !== 'CANCELLED')
  return (
    <div className={style.listHead}>
      <h2>{words.common.routesCounted(open.length)}</h2>
      <span className={style.soft}>
        {isWorstFirst ? `${figuresOf(open)} · ${words.day.worstFirst}` : figuresOf(open)}
      </span>
      <MenuButton label={words.day.routesMenu} small icon={<Icon name="more" />} onAction={(key) => calls[key]?.()}>
        <MenuChoice id="open" name={words.day.openAll} />
        <MenuChoice id="close" name={words.day.closeAll} />
        <MenuChoice id="sort" name={isWorstFirst ? words.day.sortByName : words.day.sortWorstFirst} />
        <MenuChoice id="select" name={words.palette.allStops} />
      </MenuButton>
    </div>
  )
}

function figuresOf(open: DayOut['routes']): string {
  const sum = (figure: (route: DayOut['routes'][number]) => number) =>
    open.reduce((total, route) => total + figure(route), 0)
  const late = sum(lateStops)
  return [
    words.common.stopsCounted(sum(({ stop_count }) => stop_count)),
    miles(sum(({ distance_miles }) => distance_miles)),
    ...(late > 0 ? [words.common.lateStops(late)] : []),
  ].join(' · ')
}
