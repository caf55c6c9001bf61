// Menu of a route's actions, opened where its header was clicked.
import { Fragment } from 'react'
import { Separator } from 'react-aria-components'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { words } from '../../words/locale.ts'
import { useRoleReasons } from '../session.tsx'
import { useDayCommands } from './day-commands.ts'
import { MenuAtPoint, MenuChoice } from '../../ui/menu.tsx'
import { runRouteAction, isRouteAction, routeActions } from './route-actions.ts'

interface Props {
  day: DayOut
  route: DayRoute
  at: { x: number; y: number }
  onClose: () => void
}

export function RouteMenu({ day, route, at, onClose }: Props) {
  const deeds = useDayCommands()
  const actions = routeActions(route, day, useRoleReasons())
  return (
    <MenuAtPoint
      label={words.day.routeMenu(route.name)}
      at={at}
      onAction={(key) => {
        if (isRouteAction(key)) runRouteAction(key, route, deeds)
      }}
      onClose={onClose}
    >
      {actions.map(({ key, name, reason, group }, i) => (
        <Fragment key={key}>
          {i > 0 && actions[i - 1]?.group !== group ? <Separator /> : null}
          <MenuChoice id={key} name={name} reason={reason} ending={group === 'END'} />
        </Fragment>
      ))}
    </MenuAtPoint>
  )
}
