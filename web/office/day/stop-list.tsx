// Deliveries in a list that can be picked up and put down by mouse, touch and keyboard: a route's stops, or the pool.
import type { ReactNode } from 'react'
import {
  Button as DragButton,
  DropIndicator,
  GridList,
  GridListItem,
  type Key,
  type Selection,
  useDragAndDrop,
} from 'react-aria-components'
import type { DayOut, DayRoute } from '../../../src/contract/office/day.ts'
import { Icon } from '../../ui/icon.tsx'
import style from './day.module.css'
import { DropCost } from './drop-cost.tsx'
import { type Move, pickUpReason, positionAt } from './moves.ts'

const TYPE = 'application/x-roundsman-order'

export interface StopRow {
  id: string
  text: string
  content: ReactNode
}

interface Props {
  label: string
  day: DayOut
  /** Null for the pool. */
  route: DayRoute | null
  rows: readonly StopRow[]
  empty: string
  readOnly: boolean
  dragged: readonly string[]
  onDragged: (orderIds: string[]) => void
  selected: ReadonlySet<string>
  onSelect: (orderIds: Set<string>) => void
  onMove: (move: Move) => void
}

export function StopList(props: Props) {
  const { day, route, rows, dragged, selected } = props
  const target = (place: { key: Key; dropPosition: 'before' | 'after' | 'on' } | null, orderIds: string[]): Move => {
    const position = place
      ? route && positionAt(route, orderIds, { ...place, key: String(place.key) })
      : route?.stops.length
    return { order_uuids: orderIds, to: route ? { route_uuid: route.route_uuid, position: position ?? 0 } : null }
  }
  const inOrder = (keys: Iterable<Key>): string[] => {
    const ids = new Set([...keys].map(String))
    return rows.filter(({ id }) => ids.has(id)).map(({ id }) => id)
  }
  const readIds = async (items: Iterable<unknown>): Promise<string[]> =>
    Promise.all([...items].map((item) => (item as { getText(type: string): Promise<string> }).getText(TYPE)))

  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: props.readOnly,
    getItems: (keys) => inOrder(keys).map((id) => ({ [TYPE]: id, 'text/plain': id })),
    acceptedDragTypes: [TYPE],
    getAllowedDropOperations: () => ['move'],
    onDragStart: ({ keys }) => props.onDragged(inOrder(keys).filter((id) => pickUpReason(day, id) === null)),
    onDragEnd: () => props.onDragged([]),
    onReorder: ({ keys, target: place }) => {
      if (route) props.onMove(target(place, inOrder(keys)))
    },
    onInsert: ({ items, target: place }) => void readIds(items).then((ids) => props.onMove(target(place, ids))),
    onRootDrop: ({ items }) => void readIds(items).then((ids) => props.onMove(target(null, ids))),
    renderDropIndicator: (place) => (
      <DropIndicator target={place} className={style.drop}>
        {({ isDropTarget }) =>
          isDropTarget && dragged.length > 0 ? (
            <DropCost day={day} move={target(place.type === 'item' ? place : null, [...dragged])} />
          ) : null
        }
      </DropIndicator>
    ),
  })

  const select = (keys: Selection): void =>
    props.onSelect(new Set(keys === 'all' ? rows.map(({ id }) => id) : [...keys].map(String)))

  return (
    <GridList
      aria-label={props.label}
      className={style.stops}
      items={rows}
      selectionMode="multiple"
      selectionBehavior="replace"
      selectedKeys={rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)}
      onSelectionChange={select}
      dragAndDropHooks={dragAndDropHooks}
      dependencies={[dragged, day]}
      renderEmptyState={() => <p className={style.empty}>{props.empty}</p>}
    >
      {(row) => (
        <GridListItem id={row.id} textValue={row.text} className={style.stop}>
          {props.readOnly ? null : (
            <DragButton slot="drag" className={style.grip} aria-label={`Move ${row.text}`}>
              <Icon name="grip" />
            </DragButton>
          )}
          {row.content}
        </GridListItem>
      )}
    </GridList>
  )
}
