// The current screen. The phone's Back button goes back one screen, like the page's own button.
import { useEffect, useRef, useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import type { DoorCheckKind } from '../../src/domain/routes/door-checks.ts'

/** Union type with one member per screen name. */
type At<Names extends string, More = unknown> = Names extends string ? { at: Names } & More : never

export type View =
  | At<'stop' | 'list' | 'map' | 'more' | 'late' | 'pause' | 'problem' | 'find'>
  /** `reason` is a preselected reason. */
  | At<'failure' | 'skip', { stop: RunStop; reason?: string }>
  | At<'asked', { stop: RunStop; need: DoorCheckKind }>
  | At<'signature' | 'scan', { stop: RunStop; others: readonly RunStop[] }>
  | At<'load', { load: number }>
  | At<'parts' | 'photos' | 'text' | 'street', { stop: RunStop }>

const FIRST: View = { at: 'stop' }

/** Whether the next screen opens over the current one, so that Back returns to it. */
const opensOver = (next: View, shown: View): boolean =>
  shown.at === 'stop' || ((shown.at === 'list' || shown.at === 'parts') && next.at === 'photos')

export function useView(): { view: View; open: (view: View) => void; back: () => void } {
  const [view, setView] = useState<View>(FIRST)
  /** Screens under the current one. The browser history has one entry for each. */
  const beneath = useRef<View[]>([])
  /** True until the browser has gone back. A second history.back() would leave the page. */
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
      if (opensOver(next, view)) {
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

/** Milliseconds for which a new screen ignores taps. Longer than a double tap, or a tap that began on the previous screen. */
export const TAP_GUARD_MS = 700

/**
 * Returns whether `screen` has just replaced another one, or the phone was turned. `guard` stops taps that were meant for the
 * previous screen.
 */
export function useTapGuard(screen: string): { settling: boolean; guard: (event: Event | React.UIEvent) => void } {
  const shown = useRef({ screen, since: -Infinity })
  if (shown.current.screen !== screen) shown.current = { screen, since: performance.now() }
  const isNew = (at: number) => at - shown.current.since < TAP_GUARD_MS
  const [turned, setTurned] = useState(0)
  const [, drawAgain] = useState(0)
  useEffect(() => {
    let width = window.innerWidth
    // Ignore changes of the height alone, because they come from an on-screen keyboard, not from turning the phone.
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
    const timer = setTimeout(() => drawAgain((count) => count + 1), TAP_GUARD_MS)
    return () => clearTimeout(timer)
  }, [screen, turned])
  return {
    settling: isNew(performance.now()),
    guard: (event) => {
      // Use the time of the touch, because a slow phone may handle the event only after the screen accepts taps again.
      if (!isNew(Math.min(event.timeStamp, performance.now()))) return
      event.preventDefault()
      event.stopPropagation()
      showIgnored(event.target)
    },
  }
}

/** Shows that a tap was noticed, but not followed: the control blinks, and the phone vibrates shortly. */
function showIgnored(target: EventTarget | null): void {
  const control = target instanceof Element ? target.closest('button, label, a, summary') : null
  if (!control) return
  control.animate({ opacity: [1, 0.2, 1] }, { duration: 400, id: 'ignored' })
  navigator.vibrate?.(30)
}
