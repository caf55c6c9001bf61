// The dragged deliveries, stored outside React state, so that a drag renders only subscribed components.
import { useSyncExternalStore } from 'react'

let dragged: readonly string[] = []
let cost = ''
const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function setDragged(orderIds: readonly string[]): void {
  dragged = orderIds
  notifyListeners()
}

export const draggedOrderIds = (): readonly string[] => dragged

export const useDragged = (): readonly string[] => useSyncExternalStore(subscribe, draggedOrderIds)

/** Publishes the cost of a drop at the current target. An empty string clears it. */
export function setDropCost(words: string): void {
  cost = words
  notifyListeners()
}

export const useDropCost = (): string => useSyncExternalStore(subscribe, () => cost)
