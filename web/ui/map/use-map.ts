// A map in an element, for as long as that is on the page.
import type { Map as MapView, Marker } from 'maplibre-gl'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { isDark, onTheme, openMap, type OpenMapOptions } from './open-map.ts'

/**
 * The map once it takes sources and layers, null before. `options` are those of its opening. Throws to the error
 * boundary around where the browser can't draw maps.
 */
export function useMap(element: RefObject<HTMLElement | null>, options?: OpenMapOptions): MapView | null {
  const [view, setView] = useState<MapView | null>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    if (!element.current) return undefined
    let gone = false
    let opened: MapView | null = null
    openMap(element.current, options).then(
      (map) => {
        if (gone) return map.remove()
        opened = map
        setView(map)
      },
      (error: unknown) => gone || setFailure({ error }),
    )
    return () => {
      gone = true
      opened?.remove()
      setView(null)
    }
    // The options of its opening.
  }, [element])
  if (failure) throw failure.error
  return view
}

/** As `isDark`, also when that changes: what is drawn on a map knows no CSS. */
export const useIsDark = (): boolean => useSyncExternalStore(onTheme, isDark)

/** Shows the markers; the function it returns takes them away. */
export function withMarkers(view: MapView, markers: readonly Marker[]): () => void {
  for (const marker of markers) marker.addTo(view)
  return () => {
    for (const marker of markers) marker.remove()
  }
}
