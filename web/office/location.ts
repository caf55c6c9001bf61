// Where the office is: the path and the query, kept in the address bar.
import { useSyncExternalStore } from 'react'
import { ownPath } from '../../src/domain/users/own-path.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

const here = (): string => window.location.pathname + window.location.search

export const useLocation = (): URL => new URL(useSyncExternalStore(subscribe, here), window.location.origin)

/** The page that somebody wants who has to sign in first: the one they are at, or the one that the address remembers. */
export const pageAsked = (): string => {
  const { pathname, search, origin } = window.location
  const isSigningIn = /^\/sign-in(\/|$)/.test(pathname)
  return ownPath(isSigningIn ? new URLSearchParams(search).get('to') : here(), origin)
}

/** Goes somewhere; `replace` leaves no step to go back to. */
export function navigate(to: string, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
}

/** Changes what the address says of the screen, and nothing else of it: `null` takes a name out. */
export function setInAddress(changes: Readonly<Record<string, string | null>>): void {
  const url = new URL(window.location.href)
  for (const [name, value] of Object.entries(changes))
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  const to = url.pathname + url.search
  if (to !== here()) navigate(to, { replace: true })
}
