// A list of deliveries that can be dragged by mouse, touch and keyboard: a route's stops, or the pool.
import { type ReactNode, useMemo, useRef } from 'react'
import {
  Button as DragButton,
  DropIndicator,
  GridList,
  GridListItem,
  type Key,
  type Selection,
  useDragAndDrop,
} from 'react-aria-components'
import type { DayRoute } from '../../../src/contract/day.ts'
import { Icon } from '../../ui/icon.tsx'
import { words } from '../../words/locale.ts'
import style from './day.module.css'
import { useDayCommands } from './day-commands.ts'
import { draggedOrderIds, setDragged } from './dragging.ts'
import { DropCost } from './drop-cost.tsx'
import { type Move, unmovableReason, positionAt } from './moves.ts'

export const DRAG_TYPE = 'application/x-roundsman-order'

export interface StopRow {
  id: string
  text: string
  content: ReactNode
}

let isModifierHeld = false

/** While Ctrl or Cmd is held, the selection in other lists is kept. */
export function trackModifierKeys({ ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }): void {
  isModifierHeld = ctrlKey || metaKey
}

interface Props {
  label: string
  /** Route whose stops are listed. Null for the pool of unassigned deliveries. */
  route: DayRoute | null
  rows: readonly StopRow[]
  empty: string
  readOnly: boolean
  /** IDs of the selected deliveries, separated by spaces. */
  selected: string
}

type Target = { key: Key; dropPosition: 'before' | 'after' | 'on' }

export function StopList({ label, route, rows, empty, readOnly, selected }: Props) {
  const deeds = useDayCommands()
  const dragAndDropHooks = useStopDrag(route, rows, readOnly)
  // The list's selection object holds the anchor that Shift extends from, so it is reused while its content is equal.
  const own = useRef<ReadonlySet<Key>>(new Set())
  const selectedKeys = useMemo(() => {
    const ids = selected.split(' ').filter(Boolean)
    return ids.length === own.current.size && ids.every((id) => own.current.has(id)) ? own.current : new Set(ids)
  }, [selected])
  return (
    <GridList
      aria-label={label}
      className={style.stops}
      items={rows}
      selectionMode="multiple"
      selectionBehavior="replace"
      selectedKeys={selectedKeys}
      onSelectionChange={(keys: Selection) => {
        own.current = keys === 'all' ? new Set() : keys
        const all = rows.map(({ id }) => id)
        deeds.selectIn(all, keys === 'all' ? all : [...keys].map(String), isModifierHeld)
      }}
      dragAndDropHooks={dragAndDropHooks}
      renderEmptyState={() => <p className={style.empty}>{empty}</p>}
    >
      {(row) => (
        <GridListItem id={row.id} textValue={row.text} className={style.stop}>
          {readOnly ? null : (
            <DragButton slot="drag" className={style.grip} aria-label={words.stop.move(row.text)}>
              <Icon name="grip" />
            </DragButton>
          )}
          {row.content}
        </GridListItem>
      )}
    </GridList>
  )
}

/** Returns the hooks with which the list's deliveries can be dragged, and deliveries of all lists dropped here. */
function useStopDrag(route: DayRoute | null, rows: readonly StopRow[], readOnly: boolean) {
  const deeds = useDayCommands()
  const target = (place: Target | null, orderIds: string[]): Move => {
    const position = place
      ? route && positionAt(route, orderIds, { ...place, key: String(place.key) })
      : route?.stops.length
    return { order_uuids: orderIds, to: route ? { route_uuid: route.route_uuid, position: position ?? 0 } : null }
  }
  const inOrder = (keys: Iterable<Key>): string[] => {
    const ids = new Set([...keys].map(String))
    return rows.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  }
  const movable = (keys: Iterable<Key>): string[] =>
    inOrder(keys).filter((id) => unmovableReason(route?.stops.find((stop) => stop.order_uuid === id)) === null)
  return useDragAndDrop({
    isDisabled: readOnly,
    getItems: (keys) => inOrder(keys).map((id) => ({ [DRAG_TYPE]: id, 'text/plain': id })),
    acceptedDragTypes: [DRAG_TYPE],
    getAllowedDropOperations: () => ['move'],
    onDragStart: ({ keys }) => setDragged(movable(keys)),
    onDragEnd: () => setDragged([]),
    onReorder: ({ keys, target: place }) => {
      if (route) deeds.move(target(place, inOrder(keys)))
    },
    onInsert: ({ items, target: place }) => void readIds(items).then((ids) => deeds.move(target(place, ids))),
    onRootDrop: ({ items }) => void readIds(items).then((ids) => deeds.move(target(null, ids))),
    renderDropIndicator: (place) => (
      <DropIndicator target={place} className={style.drop}>
        {({ isDropTarget }) =>
          isDropTarget && draggedOrderIds().length > 0 ? (
            <DropCost moves={[target(place.type === 'item' ? place : null, [...draggedOrderIds()])]} />
          ) : null
        }
      </DropIndicator>
    ),
  }).dragAndDropHooks
}

/** IDs of the deliveries that were dropped here. */
export const readIds = async (items: Iterable<unknown>): Promise<string[]> =>
  Promise.all([...items].map((item) => (item as { getText(type: string): Promise<string> }).getText(DRAG_TYPE)))
