// The map where there can be one; where not, the lists and the timeline carry on without it.
import { type ComponentType, useEffect, useState } from 'react'
import type { DayOut } from '../../../src/contract/day.ts'
import { OrElse } from '../../ui/or-else.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import type { OnMap } from './day-view.ts'

/** Not by `lazy` and `Suspense`, which show "loading" for 300 ms even where the map comes at once. */
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
  onMap: OnMap
}

export const MapPane = (props: Props) => (
  <OrElse instead={<NoWebGl />}>
    <DayMap {...props} />
  </OrElse>
)
