// What is being dragged, kept apart from the screen's state: a drag draws nothing again but what asks for it.
import { useSyncExternalStore } from 'react'

let dragged: readonly string[] = []
let cost = ''
const listeners = new Set<() => void>()

const changed = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function setDragged(orderIds: readonly string[]): void {
  dragged = orderIds
  changed()
}

export const draggedNow = (): readonly string[] => dragged

export const useDragged = (): readonly string[] => useSyncExternalStore(subscribe, draggedNow)

/** Tells what a drop here would cost. */
export function sayCost(words: string): void {
  cost = words
  changed()
}

export const useCost = (): string => useSyncExternalStore(subscribe, () => cost)
