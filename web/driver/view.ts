// Which screen the driver sees. The phone's Back goes one screen back, as its own button does.
import { useEffect, useRef, useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'

export type View = { at: 'stop' | 'list' | 'map' } | { at: 'failure' | 'skip' | 'signature'; stop: RunStop }

const FIRST: View = { at: 'stop' }

export function useView(): { view: View; open: (view: View) => void; back: () => void } {
  const [view, setView] = useState<View>(FIRST)
  useEffect(() => {
    const shown = (): void => setView(FIRST)
    window.addEventListener('popstate', shown)
    return () => window.removeEventListener('popstate', shown)
  }, [])
  return {
    view,
    open: (next) => {
      if (view.at === 'stop') history.pushState(null, '')
      setView(next)
    },
    back: () => {
      if (view.at !== 'stop') history.back()
    },
  }
}

/** Longer than a double tap, and than a tap that was on its way when the screen changed. */
const SETTLE_MS = 700

/**
 * Whether `screen` has only just taken the place of another. A tap that was meant for the one before must do nothing:
 * `guard` stops it.
 */
export function useSettling(screen: string): { settling: boolean; guard: (event: Event | React.UIEvent) => void } {
  const shown = useRef({ screen, since: -Infinity })
  if (shown.current.screen !== screen) shown.current = { screen, since: performance.now() }
  const isNew = () => performance.now() - shown.current.since < SETTLE_MS
  const [, drawAgain] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => drawAgain((count) => count + 1), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [screen])
  return {
    settling: isNew(),
    guard: (event) => {
      if (!isNew()) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
