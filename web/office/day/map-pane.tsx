// The map. If the browser can't show it, the lists and the timeline work without it.
import { type ComponentType, useEffect, useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import { ErrorBoundary } from '../../ui/error-boundary.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import type { MapVisibility } from './day-view.ts'

/** Loads the map. `lazy` with `Suspense` would show "loading" for 300 ms even if the map loads at once. */
function DayMap(props: Props) {
  const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(null)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    import('./map.tsx').then(
      (map) => setLoaded(() => map.default),
      (error: unknown) => setFailure({ error }),
    )
  }, [])
  if (failure) throw failure.error
  return Loaded ? <Loaded {...props} /> : <p className={style.empty}>{words.day.loadingMap}</p>
}

const NoWebGl = () => <p className={style.empty}>{words.day.noMap}</p>

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
  onArea: (orderIds: ReadonlySet<string>) => void
  onMap: MapVisibility
}

export const MapPane = (props: Props) => (
  <ErrorBoundary instead={<NoWebGl />}>
    <DayMap {...props} />
  </ErrorBoundary>
)
