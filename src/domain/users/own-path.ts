// Where someone goes on after signing in: a page of ours that they asked for, and never another site.

/** As it goes into an address and a cookie; a page's own is shorter. */
const MOST_CHARACTERS = 1_000

/** Its path and query if it is a page of this origin, or else the first page. */
export function ownPath(asked: string | null | undefined, origin: string): string {
  if (!asked || asked.length > MOST_CHARACTERS || !URL.canParse(asked, origin)) return '/'
  const url = new URL(asked, origin)
  // Two slashes would begin another host; signing in leads to no signing in.
  const isPage = url.origin === new URL(origin).origin && !/^\/(\/|sign-in(\/|$)|forgot-password$)/.test(url.pathname)
  return isPage ? url.pathname + url.search : '/'
}

/** The address of a page of signing in that knows where to go on; short where that is the first page. */
export const goingOnTo = (path: string, to: string): string =>
  to === '/' ? path : `${path}?to=${encodeURIComponent(to)}`
