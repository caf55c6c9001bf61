// Menu of a route's actions, opened where its header was clicked.
import { Fragment } from 'react'
import { Header, MenuSection, Separator } from 'react-aria-components'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { words } from '../../words/locale.ts'
import type { MapVisibility } from './day-view.ts'
import { useRoleReasons } from '../session.tsx'
import { useDayCommands } from './day-commands.ts'
import { MenuAtPoint, MenuChoice } from '../../ui/menu.tsx'
import { GROUPS, routeActions, runRouteAction } from './route-actions.ts'

interface Props {
  day: DayOut
  route: DayRoute
  onMap: MapVisibility
  at: { x: number; y: number }
  onClose: () => void
}

export function RouteMenu({ day, route, onMap, at, onClose }: Props) {
  const deeds = useDayCommands()
  const actions = routeActions(route, day, useRoleReasons(), onMap)
  return (
    <MenuAtPoint
      label={words.day.routeMenu(route.name)}
      at={at}
      onAction={(key) => {
        // The browser opens documents.
        const action = actions.find((one) => one.key === key)
        if (action && !action.href) runRouteAction(action.key, route, deeds)
      }}
      onClose={onClose}
    >
      {GROUPS.filter((group) => actions.some((action) => action.group === group)).map((group, i) => (
        <Fragment key={group}>
          {i > 0 ? <Separator /> : null}
          <MenuSection>
            {group === 'END' ? null : <Header>{words.day.routeGroups[group]}</Header>}
            {actions
              .filter((action) => action.group === group)
              .map(({ key, name, reason, href }) => (
                <MenuChoice key={key} id={key} {...{ name, reason, href }} ending={group === 'END'} />
              ))}
          </MenuSection>
        </Fragment>
      ))}
    </MenuAtPoint>
  )
}
