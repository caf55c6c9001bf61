// Selection, open routes and map options of the day. They are also in the URL, so that a reload or a copied link shows the
// same.
import { useEffect, useMemo, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { setSearchParams, useLocation } from '../location.ts'
import { findStopInDay } from './day-data.ts'

/** If the day has more routes than this, routes are collapsed at first. */
const MAX_ROUTES_EXPANDED = 12
/** A longer list could exceed the URL length that servers accept. */
const MAX_IDS_IN_URL = 200
/** Number of animation frames to wait for the row to scroll to. */
const MAX_SCROLL_FRAMES = 30

export interface DayView {
  selected: ReadonlySet<string>
  select: (orderIds: ReadonlySet<string>) => void
  /** Selects one delivery and scrolls the lists to it. */
  reveal: (orderId: string) => void
  isShown: (route: DayRoute) => boolean
  show: (routeIds: readonly string[], shown: boolean) => void
  /** Routes hidden on the map, and the route that the map emphasizes. */
  onMap: MapVisibility
  setOnMap: (onMap: MapVisibility) => void
}

export interface MapVisibility {
  hidden: ReadonlySet<string>
  focused: string | null
}

/** Returns the selection and the visible parts of the day. `latest` returns the day as last read. */
export function useDayView(day: DayOut, latest: () => DayOut): DayView {
  const { searchParams } = useLocation()
  const [chosen, choose] = useState<ReadonlySet<string>>(() => idsInUrl(searchParams, 'orders'))
  const selected = useMemo(() => idsOnDay(day, chosen), [day, chosen])
  const setSelected = (orderIds: ReadonlySet<string>): void => {
    choose(orderIds)
    const [only, more] = orderIds
    setSearchParams({
      order: only && !more ? only : null,
      orders: more && orderIds.size <= MAX_IDS_IN_URL ? [...orderIds].join() : null,
      ...(only && { route: null }),
    })
  }
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [onMap, setOnMap] = useState<MapVisibility>(() => ({
    hidden: idsInUrl(searchParams, 'hidden'),
    focused: searchParams.get('focus'),
  }))
  const [revealed, setRevealed] = useState<string | null>(null)
  const show = (routeIds: readonly string[], shown: boolean): void =>
    setOpened((before) => new Map([...before, ...routeIds.map((routeId) => [routeId, shown] as const)]))

  useEffect(() => {
    if (!revealed) return undefined
    // Scroll to the route first, because a list far from the screen has no rows yet.
    const route = findStopInDay(day, revealed)?.route?.route_uuid
    document.querySelector(`[data-route="${route}"]`)?.scrollIntoView({ block: 'nearest' })
    let tries = MAX_SCROLL_FRAMES
    const scroll = (): void => {
      const row = document.querySelector(`[data-key="${revealed}"]`)
      row?.scrollIntoView({ block: 'nearest' })
      if (row || --tries === 0) setRevealed(null)
      else frame = requestAnimationFrame(scroll)
    }
    let frame = requestAnimationFrame(scroll)
    return () => cancelAnimationFrame(frame)
  }, [revealed, day])

  return {
    selected,
    select: setSelected,
    reveal: (orderId) => {
      setSelected(new Set([orderId]))
      setRevealed(orderId)
      const { route } = findStopInDay(latest(), orderId) ?? {}
      if (route) show([route.route_uuid], true)
    },
    isShown: ({ route_uuid }) => opened.get(route_uuid) ?? day.routes.length <= MAX_ROUTES_EXPANDED,
    show,
    onMap,
    setOnMap: (next) => {
      setOnMap(next)
      setSearchParams({ focus: next.focused, hidden: [...next.hidden].join() })
    },
  }
}

const idsInUrl = (address: URLSearchParams, name: string): ReadonlySet<string> =>
  new Set(address.get(name)?.split(',').filter(Boolean))

/**
 * Returns the chosen deliveries that are still on this day, because other users may have moved some. Returns the same set if
 * nothing changed.
 */
function idsOnDay({ pool, routes }: DayOut, chosen: ReadonlySet<string>): ReadonlySet<string> {
  if (chosen.size === 0) return chosen
  const all = new Set([...pool, ...routes.flatMap(({ stops }) => stops)].map(({ order_uuid }) => order_uuid))
  const here = [...chosen].filter((id) => all.has(id))
  return here.length === chosen.size ? chosen : new Set(here)
}
