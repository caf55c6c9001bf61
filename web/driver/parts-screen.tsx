// Differences per item: how many are short, damaged or returned, the reason, and a photo.
import { Button } from './button.tsx'
import { useState } from 'react'
import type { RunStop } from '../../src/contract/driver.ts'
import { useWords } from './language.tsx'
import { itemKey, storePartsDraft, type PartsDraft, partsDraft } from './pieces.ts'
import type { QueuedAction } from './doing.ts'
import { photosOf } from './photos.ts'
import { TakePhoto } from './take-photo.tsx'
import { Thumbnails } from './thumbnails.tsx'
import type { Work } from './work.ts'

const KINDS = ['short', 'damaged', 'returned'] as const
const NONE: PartsDraft[string] = { short: 0, damaged: 0, returned: 0, reason: '' }

/** Rounds sums of weights to remove floating-point noise. */
const roundSum = (value: number): number => Math.round(value * 1e6) / 1e6

interface Props {
  work: Work
  waiting: readonly QueuedAction[]
  stop: RunStop
  showPhotos: () => void
  back: () => void
}

export function PartsScreen({ work, waiting, stop, showPhotos, back }: Props) {
  const words = useWords()
  const { parts } = words
  const [draft, setDraft] = useState(() => partsDraft(stop))
  const set = (item: string, change: Partial<PartsDraft[string]>): void => {
    const next = { ...draft, [item]: { ...NONE, ...draft[item], ...change } }
    storePartsDraft(stop, next)
    setDraft(next)
  }
  return (
    <section className="card" aria-label={parts.title}>
      <h2>{parts.title}</h2>
      {stop.items.map(({ name, sku, quantity }, i) => {
        const key = itemKey(stop, i)
        const of = draft[key] ?? NONE
        const photos = photosOf(waiting, stop, { name, sku })
        const count = photos.sent.length + photos.unsent.length
        const left = roundSum(quantity - of.short - of.damaged - of.returned)
        return (
          <fieldset key={i} className="together">
            <legend>
              {quantity} × {name}
            </legend>
            {KINDS.map((kind) => (
              <Stepper
                key={kind}
                kind={kind}
                item={name}
                count={of[kind]}
                left={left}
                onChange={(count) => set(key, { [kind]: count })}
              />
            ))}
            {left < quantity && (
              <label className="field">
                {parts.reason}
                <input
                  value={of.reason}
                  maxLength={500}
                  autoComplete="off"
                  onChange={(event) => set(key, { reason: event.target.value })}
                />
              </label>
            )}
            {(left < quantity || count > 0) && (
              <div className="proof">
                <TakePhoto work={work} stop={stop} of={{ item: { name, sku }, count }} />
                <Thumbnails photos={photos} open={showPhotos} />
              </div>
            )}
          </fieldset>
        )
      })}
      <Button kind="primary" onClick={back}>
        {parts.save}
      </Button>
    </section>
  )
}

interface StepperProps {
  kind: (typeof KINDS)[number]
  item: string
  count: number
  /** Number of items that `count` may grow by. */
  left: number
  onChange: (count: number) => void
}

function Stepper({ kind, item, count, left, onChange }: StepperProps) {
  const { parts } = useWords()
  return (
    <div className="stepper">
      <span>{parts[kind]}</span>
      <div>
        <Button
          aria-label={parts.oneLess(parts[kind], item)}
          disabled={count === 0}
          onClick={() => onChange(Math.max(0, roundSum(count - 1)))}
        >
          −
        </Button>
        <output>{count}</output>
        <Button
          aria-label={parts.oneMore(parts[kind], item)}
          disabled={left <= 0}
          onClick={() => onChange(roundSum(count + Math.min(1, left)))}
        >
          +
        </Button>
      </div>
    </div>
  )
}
