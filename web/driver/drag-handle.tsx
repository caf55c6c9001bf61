// Moves a stop in the list by dragging, or by the arrow keys.
import { Button } from './button.tsx'
import { useRef } from 'react'
import { useWords } from './language.tsx'

interface Props {
  address: string
  /** Index among the movable stops, and their number. */
  at: number
  of: number
  /** Index at which a drop would put the stop. Null after the drag. */
  onDrag: (to: number | null) => void
  onMove: (to: number) => void
}

/** Movable list items have the attribute `data-open`. */
export function DragHandle({ address, at, of, onDrag, onMove }: Props) {
  const { list } = useWords()
  const to = useRef<number | null>(null)
  const placeAt = (handle: HTMLElement, y: number): number => {
    const items = [...(handle.closest('ol')?.querySelectorAll('li[data-open]') ?? [])]
    const middles = items.map((item) => item.getBoundingClientRect()).map(({ top, height }) => top + height / 2)
    const before = middles.filter((middle, i) => i !== at && middle < y).length
    return Math.min(of - 1, before)
  }
  const drop = (): void => {
    if (to.current !== null && to.current !== at) onMove(to.current)
    to.current = null
    onDrag(null)
  }
  return (
    <Button
      kind="plain handle"
      aria-label={list.dragOf(address)}
      onPointerDown={({ currentTarget, pointerId }) => {
        currentTarget.setPointerCapture(pointerId)
        to.current = at
      }}
      onPointerMove={({ currentTarget, clientY }) => {
        if (to.current === null) return
        to.current = placeAt(currentTarget, clientY)
        onDrag(to.current)
      }}
      onPointerUp={drop}
      onPointerCancel={() => {
        to.current = null
        onDrag(null)
      }}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
        if (step === undefined) return
        event.preventDefault()
        const next = at + step
        if (next >= 0 && next < of) onMove(next)
      }}
    >
      <span aria-hidden="true">⠿</span>
    </Button>
  )
}
