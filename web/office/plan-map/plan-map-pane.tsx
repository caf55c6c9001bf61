// A plan's map where there can be one; where not, the list beside it says the same.
import { lazy, Suspense } from 'react'
import { WithoutMap } from '../../ui/map/without-map.tsx'
import page from '../../ui/page.module.css'
import type { DrawnPlan } from './drawn-plan.ts'
import style from './plan-map.module.css'

const PlanMap = lazy(() => import('./plan-map.tsx'))

interface Props {
  label: string
  plan: DrawnPlan
  around: readonly { lat: number; lng: number }[]
  chosen: string | null
}

export const PlanMapPane = (props: Props) => (
  <div className={style.frame}>
    <WithoutMap instead={<p className={page.empty}>This browser can’t draw the map; the list shows the same.</p>}>
      <Suspense fallback={<p className={page.empty}>Loading the map …</p>}>
        <PlanMap {...props} />
      </Suspense>
    </WithoutMap>
  </div>
)

export const MapLegend = () => (
  <p className={style.legend}>Stops that changed are larger squares under a pointer; × is on no route.</p>
)
