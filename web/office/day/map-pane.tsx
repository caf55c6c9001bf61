// The map where there can be one; where not, the lists and the timeline carry on without it.
import { lazy, Suspense } from 'react'
import type { DayOut } from '../../../src/contract/office/day.ts'
import { WithoutMap } from '../../ui/map/without-map.tsx'
import style from './day.module.css'

const DayMap = lazy(() => import('./map.tsx'))

const NO_WEBGL = (
  <p className={style.empty}>This browser can’t draw the map (WebGL is off). Lists and timeline show the same.</p>
)

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
}

export const MapPane = (props: Props) => (
  <WithoutMap instead={NO_WEBGL}>
    <Suspense fallback={<p className={style.empty}>Loading the map …</p>}>
      <DayMap {...props} />
    </Suspense>
  </WithoutMap>
)
