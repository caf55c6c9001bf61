// Hook for a map that exists as long as its element.
import type { Map as MapView, Marker } from 'maplibre-gl'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { isDark, onTheme } from '../theme.ts'
import { openMap, type OpenMapOptions } from './open-map.ts'

/**
 * Returns the map once sources and layers may be added, and null before. `options` apply when it opens. Throws to the
 * surrounding error boundary if the browser can't draw maps.
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
    // Options apply only when the map opens.
  }, [element])
  if (failure) throw failure.error
  return view
}

/** Like `isDark`, and renders again when it changes, because the map doesn't evaluate CSS. */
export const useIsDark = (): boolean => useSyncExternalStore(onTheme, isDark)

/** Adds the markers. Returns a function that removes them. */
export function withMarkers(view: MapView, markers: readonly Marker[]): () => void {
  for (const marker of markers) marker.addTo(view)
  return () => {
    for (const marker of markers) marker.remove()
  }
}
