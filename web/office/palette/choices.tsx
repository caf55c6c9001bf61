// Search results of the palette: pages, actions, routes of the day with their actions, vehicles and orders.
import { useRequestedDate } from '../requested-date.tsx'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useDeferredValue, useLayoutEffect, useState } from 'react'
import type { DayRoute } from '../../../src/contract/day.ts'
import type { Permission } from '../../../src/domain/users/permissions.ts'
import { endpointQuery } from '../../api/query.ts'
import { dayToIso } from '../../ui/format.ts'
import { words } from '../../words/locale.ts'
import { dayActions } from '../day/day-actions.ts'
import { routeActions } from '../day/route-actions.ts'
import { navigate, setSearchParams, useLocation } from '../location.ts'
import { screensOf } from '../screens.ts'
import { useRoleReasons, useSession } from '../session.tsx'
import style from './palette.module.css'

interface Choice {
  key: string
  name: string
  /** Label of the kind of result. */
  kind: string
  go: () => void
}

/** Minimum number of letters and digits for an order search. Without any, the server would match all orders. */
const MIN_COUNT = 2
const isSearch = (text: string): boolean => text.replace(/[^\p{L}\p{N}]/gu, '').length >= MIN_COUNT
const MAX_EACH = 6
/** Maximum number of results. A longer search text finds other ones. */
const MAX_COUNT = 60

interface Props {
  id: string
  text: string
  /** Handler of keys that are pressed in the search field. */
  keys: RefObject<(event: KeyboardEvent) => void>
  /** Called with the element ID of the selected result. */
  onChosen: (id: string | undefined) => void
  onClose: () => void
}

export default function Choices({ id, text, keys, onChosen, onClose }: Props) {
  const [{ at, of }, setAt] = useState({ at: 0, of: text })
  const choices = useChoices(useDeferredValue(text.trim()))
  // A new search text selects the first result again.
  const chosen = Math.min(of === text ? at : 0, choices.length - 1)
  const take = (choice: Choice | undefined): void => {
    if (!choice) return
    onClose()
    choice.go()
  }
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      const next = (chosen + by + choices.length) % Math.max(1, choices.length)
      setAt({ at: next, of: text })
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take(choices[chosen])
    }
  }
  useLayoutEffect(() => {
    keys.current = press
    onChosen(choices.length > 0 ? `${id}-${chosen}` : undefined)
  })
  return (
    <>
      <div id={id} role="listbox" aria-label={words.palette.found} className={style.list}>
        {choices.map((choice, i) => (
          <div
            key={choice.key}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === chosen}
            className={style.choice}
            onClick={() => take(choice)}
          >
            <span>{choice.name}</span>
            <span className={style.kind}>{choice.kind}</span>
          </div>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {words.palette.count(choices.length)}
      </p>
      {choices.length === 0 ? <p className={style.kind}>{words.palette.nothing}</p> : null}
    </>
  )
}

function useChoices(text: string): Choice[] {
  const date = useRequestedDate()
  const { pathname } = useLocation()
  const reasonOf = useRoleReasons()
  const may = (permission: Permission): boolean => reasonOf(permission) === null
  const { role, depot_uuids: depots } = useSession().user
  const day = useQuery({ ...endpointQuery('GET /day', { query: { date } }), enabled: may('readRoutes') }).data
  const orders = useQuery({
    ...endpointQuery('GET /orders', { query: { search: text } }),
    enabled: isSearch(text) && may('readOrders'),
  }).data
  const iso = dayToIso(date)
  const to = (path: string) => () => navigate(path)
  const choice = (kind: string, key: string, name: string, path: string): Choice => ({ kind, key, name, go: to(path) })
  const { page, action, route, vehicle, order } = words.palette
  /** Runs the action on the shown day with its selection. From another page, opens that day first. */
  const doHere = (what: string, routeId?: string) => () => {
    const changes = { do: what, ...(routeId && { route: routeId }) }
    if (pathname === '/') setSearchParams(changes)
    else navigate(`/?${new URLSearchParams({ date: iso, ...changes })}`)
  }
  const routeDeeds = (route: DayRoute): Choice[] =>
    day
      ? routeActions(route, day, reasonOf)
          .filter(({ reason }) => reason === null)
          .map(({ key, name }) => ({
            kind: action,
            key: `${key} ${route.route_uuid}`,
            name: words.palette.ofRoute(name, route.name),
            go: doHere(key, route.route_uuid),
          }))
      : []
  const fixed = [
    ...screensOf(role).map(({ path, name }) => choice(page, path, name, path)),
    ...(day ? dayActions(day, reasonOf) : [])
      .filter(({ reason }) => reason === null)
      .map(({ key, name }) => ({ kind: action, key: `do ${key}`, name, go: doHere(key) })),
    ...(may('changeFleet') && !depots ? [choice(action, 'fleet', words.firstSteps.addTable, '/fleet?add=table')] : []),
    ...(may('changeOrders') ? [choice(action, 'import', words.imports.title, '/import')] : []),
    ...(day?.routes ?? []).map(({ route_uuid: id, name }) => choice(route, id, name, `/?date=${iso}&route=${id}`)),
    ...(text.length < MIN_COUNT ? [] : (day?.routes ?? []).flatMap(routeDeeds)),
    ...(day?.vehicles ?? []).map(({ vehicle_uuid: id, name }) => choice(vehicle, id, name, `/fleet?vehicle=${id}`)),
  ].filter(({ name }) => containsAllWords(name, text))
  const found = isSearch(text)
    ? (orders?.orders ?? [])
        .slice(0, MAX_EACH)
        .map((one) =>
          choice(
            order,
            one.order_uuid,
            `${one.external_ref} · ${one.customer_name}`,
            `/orders?order=${one.order_uuid}`,
          ),
        )
    : []
  return [...fixed.slice(0, MAX_COUNT), ...found]
}

/** Returns true if the name contains all typed words, in any order. */
const containsAllWords = (name: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word))
