// Which screen the driver sees. The phone's Back goes one screen back, as its own button does.
import { useEffect, useRef, useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import type { DoorNeed } from '../../src/domain/routes/door-checks.ts'

/** One member of the union for each name. */
type At<Names extends string, More = unknown> = Names extends string ? { at: Names } & More : never

export type View =
  | At<'stop' | 'list' | 'map'>
  /** With a reason that is at hand. */
  | At<'failure' | 'skip', { stop: RunStop; reason?: string }>
  | At<'asked', { stop: RunStop; need: DoorNeed }>
  | At<'signature' | 'scan', { stop: RunStop; others: readonly RunStop[] }>
  | At<'load', { load: number }>
  | At<'parts' | 'photos', { stop: RunStop }>

const FIRST: View = { at: 'stop' }

/** What is opened over another, which Back shows again. */
const isOver = (next: View, shown: View): boolean =>
  shown.at === 'stop' || ((shown.at === 'list' || shown.at === 'parts') && next.at === 'photos')

export function useView(): { view: View; open: (view: View) => void; back: () => void } {
  const [view, setView] = useState<View>(FIRST)
  /** Those beneath it: the history has an entry of ours for each. */
  const beneath = useRef<View[]>([])
  /** Until the browser has gone back, a second way back would leave the page. */
  const leaving = useRef(false)
  useEffect(() => {
    const shown = (): void => {
      leaving.current = false
      setView(beneath.current.pop() ?? FIRST)
    }
    window.addEventListener('popstate', shown)
    return () => window.removeEventListener('popstate', shown)
  }, [])
  return {
    view,
    open: (next) => {
      if (isOver(next, view)) {
        history.pushState(null, '')
        beneath.current.push(view)
      }
      setView(next)
    },
    back: () => {
      if (leaving.current || beneath.current.length === 0) return
      leaving.current = true
      history.back()
    },
  }
}

/** Longer than a double tap, and than a tap that was on its way when the screen changed. */
export const SETTLE_MS = 700

/**
 * Whether `screen` has only just taken the place of another, or the phone was turned. A tap that was meant for the one
 * before must do nothing: `guard` stops it.
 */
export function useSettling(screen: string): { settling: boolean; guard: (event: Event | React.UIEvent) => void } {
  const shown = useRef({ screen, since: -Infinity })
  if (shown.current.screen !== screen) shown.current = { screen, since: performance.now() }
  const isNew = (at: number) => at - shown.current.since < SETTLE_MS
  const [turned, setTurned] = useState(0)
  const [, drawAgain] = useState(0)
  useEffect(() => {
    let width = window.innerWidth
    // A keyboard changes the height alone.
    const resized = (): void => {
      if (window.innerWidth === width) return
      width = window.innerWidth
      shown.current.since = performance.now()
      setTurned((count) => count + 1)
    }
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => drawAgain((count) => count + 1), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [screen, turned])
  return {
    settling: isNew(performance.now()),
    guard: (event) => {
      // When the finger came down: a slow phone may come to it only after the moment is over.
      if (!isNew(Math.min(event.timeStamp, performance.now()))) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
