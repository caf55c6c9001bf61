// Detects that an element has come near the screen, so that distant ones need no rendering.
import { type RefObject, useEffect, useState } from 'react'

/** Becomes true when the element is first within `margin` pixels of the visible area, and stays true. */
export function useNearViewport(element: RefObject<Element | null>, margin = 600): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      // rootMargin is for the window, scrollMargin for scrolling lists in it, which would clip elements outside.
      { rootMargin: `${margin}px`, scrollMargin: `${margin}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return near
}
