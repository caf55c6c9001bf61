// The route on a map. Drawing maps is loaded only when it is asked for; where it can't be had, a sketch stands in.
import { lazy, Suspense } from 'react'
import type { Run, RunStop } from '../../src/contract/driver.ts'
import { WithoutMap } from '../ui/map/without-map.tsx'
import { RouteSketch } from './route-sketch.tsx'

const RouteMap = lazy(() => import('./route-map.tsx'))

interface Props {
  token: string
  run: Run
  next: RunStop | null
  show: (stopId: string) => void
}

export function MapScreen(props: Props) {
  return (
    <WithoutMap
      instead={
        <>
          <p className="soft">The map can’t be drawn here or now. This sketch shows the same stops.</p>
          <RouteSketch run={props.run} />
        </>
      }
    >
      <Suspense fallback={<p className="soft">Loading the map …</p>}>
        <RouteMap {...props} />
      </Suspense>
    </WithoutMap>
  )
}
