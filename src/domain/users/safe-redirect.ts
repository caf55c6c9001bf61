// Target after sign-in: the page of this site that was requested, never another site.

/** Maximum length for a URL and a cookie. The paths of our pages are shorter. */
const MAX_CHARACTERS = 1_000

/** Returns the path and query of `asked` if it is a page of this origin, else "/". */
export function safeRedirectPath(asked: string | null | undefined, origin: string): string {
  if (!asked || asked.length > MAX_CHARACTERS || !URL.canParse(asked, origin)) return '/'
  const url = new URL(asked, origin)
  // A path that begins with two slashes would be another host. The sign-in pages are not valid targets.
  const isPage = url.origin === new URL(origin).origin && !/^\/(\/|sign-in(\/|$)|forgot-password$)/.test(url.pathname)
  return isPage ? url.pathname + url.search : '/'
}

/** Returns the URL of a sign-in page with the target `to`. The target is omitted if it is the first page. */
export const signInUrlFor = (path: string, to: string): string =>
  to === '/' ? path : `${path}?to=${encodeURIComponent(to)}`
