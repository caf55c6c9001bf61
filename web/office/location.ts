// Current location of the office: path and query of the URL.
import { useSyncExternalStore } from 'react'
import { safeRedirectPath } from '../../src/domain/users/safe-redirect.ts'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('popstate', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('popstate', listener)
  }
}

const currentUrl = (): string => window.location.pathname + window.location.search

export const useLocation = (): URL => new URL(useSyncExternalStore(subscribe, currentUrl), window.location.origin)

/** Page to open after sign-in: the current one, or the one in the `to` parameter of a sign-in page. */
export const requestedPage = (): string => {
  const { pathname, search, origin } = window.location
  const isSigningIn = /^\/sign-in(\/|$)/.test(pathname)
  return safeRedirectPath(isSigningIn ? new URLSearchParams(search).get('to') : currentUrl(), origin)
}

/** Navigates within the office. `replace` replaces the current history entry. */
export function navigate(to: string, { replace = false } = {}): void {
  window.history[replace ? 'replaceState' : 'pushState'](null, '', to)
  for (const listener of listeners) listener()
}

/** Changes some query parameters of the URL and keeps the others. `null` removes a parameter. */
export function setSearchParams(changes: Readonly<Record<string, string | null>>): void {
  const url = new URL(window.location.href)
  for (const [name, value] of Object.entries(changes))
    if (value) url.searchParams.set(name, value)
    else url.searchParams.delete(name)
  const to = url.pathname + url.search
  if (to !== currentUrl()) navigate(to, { replace: true })
}
