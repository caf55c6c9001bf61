// The map where there can be one; where not, the lists and the timeline carry on without it.
import { Component, lazy, type ReactNode, Suspense } from 'react'
import type { DayOut } from '../../../src/contract/office/day.ts'
import style from './day.module.css'

const DayMap = lazy(() => import('./map.tsx'))

class WithoutMap extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <p className={style.empty}>This browser can’t draw the map (WebGL is off). Lists and timeline show the same.</p>
    )
  }
}

interface Props {
  day: DayOut
  selected: ReadonlySet<string>
  onSelect: (orderId: string) => void
}

export function MapPane(props: Props) {
  return (
    <WithoutMap>
      <Suspense fallback={<p className={style.empty}>Loading the map …</p>}>
        <DayMap {...props} />
      </Suspense>
    </WithoutMap>
  )
}
