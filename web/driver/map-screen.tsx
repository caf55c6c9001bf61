// Shows the route on a map that loads on demand. If the map can't be loaded, a sketch replaces it.
import { lazy, Suspense } from 'react'
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { useWords } from './language.tsx'
import { RouteSketch } from './route-sketch.tsx'

/** After this time the sketch replaces the map, so that a slow network can't block both. */
const PATIENCE_MS = 5_000

const RouteMap = lazy(() =>
  Promise.race([
    import('./route-map.tsx'),
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('the map did not load in time')), PATIENCE_MS)
    }),
  ]),
)

interface Props {
  token: string
  run: DriverRoute
  next: RunStop | null
  show: (stopId: string) => void
}

export function MapScreen(props: Props) {
  const { onMap: words } = useWords()
  return (
    <ErrorBoundary
      instead={
        <>
          <p className="soft">{words.noMap}</p>
          <RouteSketch run={props.run} />
        </>
      }
    >
      <Suspense fallback={<p className="soft">{words.loading}</p>}>
        <RouteMap {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
