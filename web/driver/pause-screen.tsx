// The driver records a break: its start with about how long it lasts, and its end.
import type { DriverRoute } from '../../src/contract/driver.ts'
import { clock } from '../../src/domain/driver-words/times.ts'
import { runningBreakOf } from './apply.ts'
import { Button } from './button.tsx'
import { useWords } from './language.tsx'
import type { Work } from './work.ts'

const CHOICES = [10, 15, 30, 45, 60]

interface Props {
  work: Work
  run: DriverRoute
  back: () => void
}

export function PauseScreen({ work, run, back }: Props) {
  const words = useWords()
  const { pause } = words.day
  const at = (instant: string): string => clock(words, instant, run.business.time_zone)
  const running = runningBreakOf(run)
  const planned = run.route.pauses?.find(({ kind, recorded }) => kind === 'BREAK' && recorded === undefined)
  const start = (minutes: number): void => {
    void work.tap({ kind: 'BREAK_START', minutes })
    back()
  }
  if (running)
    return (
      <section className="card">
        <h2>{pause.since(at(running.start))}</h2>
        <p>{pause.until(at(running.end))}</p>
        <EndBreak work={work} onEnd={back} />
        <Button kind="wide" onClick={back}>
          {words.back}
        </Button>
      </section>
    )
  return (
    <section className="card">
      <h2>{pause.title}</h2>
      {planned && <p>{pause.planned(`${at(planned.start)} – ${at(planned.end)}`)}</p>}
      <p className="soft">{pause.follows}</p>
      <p>{pause.howLong}</p>
      <div className="choose">
        {CHOICES.map((minutes) => (
          <Button key={minutes} onClick={() => start(minutes)}>
            {pause.minutes(minutes)}
          </Button>
        ))}
      </div>
      <Button kind="wide" onClick={back}>
        {words.back}
      </Button>
    </section>
  )
}

export function EndBreak({ work, onEnd }: { work: Work; onEnd?: () => void }) {
  const { pause } = useWords().day
  const end = (): void => {
    void work.tap({ kind: 'BREAK_END' })
    onEnd?.()
  }
  return (
    <Button kind="primary" onClick={end}>
      {pause.end}
    </Button>
  )
}
