// Menu of what a driver does beside the stops. Its buttons are at the bottom, in reach of the thumb.
import type { DriverRoute, RunStop } from '../../src/contract/driver.ts'
import { Button } from './button.tsx'
import { nextArrival } from './late-screen.tsx'
import { useWords } from './language.tsx'
import type { View } from './view.ts'

interface Props {
  run: DriverRoute
  /** Current stop. Null if no stop is open. */
  stop: RunStop | null
  open: (view: View) => void
}

export function MoreScreen({ run, stop, open }: Props) {
  const { day: words } = useWords()
  return (
    <section className="menu" aria-label={words.more}>
      <Button onClick={() => open({ at: 'find' })}>{words.find.title}</Button>
      {run.route.status === 'IN_PROGRESS' && <Button onClick={() => open({ at: 'pause' })}>{words.pause.title}</Button>}
      <Button onClick={() => open({ at: 'problem' })}>{words.problem.title}</Button>
      {stop && <Button onClick={() => open({ at: 'street', stop })}>{words.street.title}</Button>}
      {nextArrival(run) && <Button onClick={() => open({ at: 'late' })}>{words.late.title}</Button>}
    </section>
  )
}
