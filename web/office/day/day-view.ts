// What of the day is selected, open and in sight. The address has it, too, so that a reload and a copied link show the same.
import { useEffect, useMemo, useState } from 'react'
import type { DayOut, DayRoute } from '../../../src/contract/day.ts'
import { setInAddress, useLocation } from '../location.ts'
import { findPlaced } from './day-data.ts'

/** With more routes than this, each opens when asked for. */
const MOST_OPEN = 12
/** More would make an address longer than servers read. */
const MOST_IN_ADDRESS = 200
/** Frames to wait for the row that is to be shown. */
const TRIES = 30

export interface DayView {
  selected: ReadonlySet<string>
  select: (orderIds: ReadonlySet<string>) => void
  /** Selects one and shows it in the lists, too. */
  reveal: (orderId: string) => void
  isShown: (route: DayRoute) => boolean
  show: (routeIds: readonly string[], shown: boolean) => void
  /** Which routes the map leaves out, and which one it shows before all others. */
  onMap: OnMap
  setOnMap: (onMap: OnMap) => void
}

export interface OnMap {
  hidden: ReadonlySet<string>
  focused: string | null
}

/** `latest` is the day as last read. */
export function useDayView(day: DayOut, latest: () => DayOut): DayView {
  const { searchParams } = useLocation()
  const [chosen, choose] = useState<ReadonlySet<string>>(() => inAddress(searchParams, 'orders'))
  const selected = useMemo(() => ofDay(day, chosen), [day, chosen])
  const setSelected = (orderIds: ReadonlySet<string>): void => {
    choose(orderIds)
    const [only, more] = orderIds
    setInAddress({
      order: only && !more ? only : null,
      orders: more && orderIds.size <= MOST_IN_ADDRESS ? [...orderIds].join() : null,
      ...(only && { route: null }),
    })
  }
  const [opened, setOpened] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [onMap, setOnMap] = useState<OnMap>(() => ({
    hidden: inAddress(searchParams, 'hidden'),
    focused: searchParams.get('focus'),
  }))
  const [revealed, setRevealed] = useState<string | null>(null)
  const show = (routeIds: readonly string[], shown: boolean): void =>
    setOpened((before) => new Map([...before, ...routeIds.map((routeId) => [routeId, shown] as const)]))

  useEffect(() => {
    if (!revealed) return undefined
    // Its route first: a list far from the screen has no rows yet.
    const route = findPlaced(day, revealed)?.route?.route_uuid
    document.querySelector(`[data-route="${route}"]`)?.scrollIntoView({ block: 'nearest' })
    let tries = TRIES
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
      const { route } = findPlaced(latest(), orderId) ?? {}
      if (route) show([route.route_uuid], true)
    },
    isShown: ({ route_uuid }) => opened.get(route_uuid) ?? day.routes.length <= MOST_OPEN,
    show,
    onMap,
    setOnMap: (next) => {
      setOnMap(next)
      setInAddress({ focus: next.focused, hidden: [...next.hidden].join() })
    },
  }
}

const inAddress = (address: URLSearchParams, name: string): ReadonlySet<string> =>
  new Set(address.get(name)?.split(',').filter(Boolean))

/** Those that are of the day, which others may have left; the same set where all are. */
function ofDay({ pool, routes }: DayOut, chosen: ReadonlySet<string>): ReadonlySet<string> {
  if (chosen.size === 0) return chosen
  const all = new Set([...pool, ...routes.flatMap(({ stops }) => stops)].map(({ order_uuid }) => order_uuid))
  const here = [...chosen].filter((id) => all.has(id))
  return here.length === chosen.size ? chosen : new Set(here)
}
