// Whether an element has come near the screen: what is far from it need not be drawn yet.
import { type RefObject, useEffect, useState } from 'react'

/** True from the first time that the element is within `margin` pixels of what is seen. */
export function useNear(element: RefObject<Element | null>, margin = 600): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      // The first is of the window, the second of lists that scroll in it: those cut off what is near.
      { rootMargin: `${margin}px`, scrollMargin: `${margin}px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  })
  return near
}
