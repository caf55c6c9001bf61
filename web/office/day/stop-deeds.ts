// A dispatcher's actions on deliveries of the day, on routes or in the pool.
import { call } from '../../api/client.ts'
import { words } from '../../words/locale.ts'
import type { DayContext } from './day-context.ts'
import type { DayCommands } from './day-commands.ts'
import { reloadStep, type Move, moveStep } from './moves.ts'
import { lockStep } from './route-steps.ts'
import { silentQuestion, silentDriverWarning, ordersChangingRoute } from './silent.ts'

type StopCommands = Pick<
  DayCommands,
  'selectIn' | 'move' | 'moveAll' | 'moveToVehicle' | 'cancelOrders' | 'lock' | 'loadAgain' | 'otherDay'
>

export function createStopCommands({ day, latest, view, zone, ask, act, make }: DayContext): StopCommands {
  /** Asks first if one of the deliveries may already be done. */
  const takingOff = (orderIds: readonly string[], work: () => void): void => {
    const text = silentDriverWarning(latest(), orderIds, zone)
    if (text) ask({ confirm: silentQuestion(orderIds.length, text, work) })
    else work()
  }
  const moveAll = (moves: Move[]): void =>
    takingOff(ordersChangingRoute(latest(), moves), () => make(moveStep(latest, moves)))
  const toNewRoute = async ({ vehicle_uuid, name }: { vehicle_uuid: string; name: string }, orderIds: string[]) => {
    let opened: string | null = null
    await act(call('POST /routes', { body: { date: day.date, vehicle_uuid } }), ({ route_uuid }) => {
      opened = route_uuid
      return words.day.emptyRoute(name)
    })
    if (opened) make(moveStep(latest, [{ order_uuids: orderIds, to: { route_uuid: opened, position: 0 } }]))
  }
  const cancel = (order_uuids: string[]): void =>
    void act(call('POST /orders-cancelled', { body: { order_uuids } }), (results) => {
      const refused = results.filter(({ done }) => !done)
      const said = words.orders.cancelledCount(results.length - refused.length)
      return refused[0] ? words.orders.someFailed(said, refused.length, refused[0].message ?? '') : said
    })
  return {
    selectIn: (list, orderIds, adding) => {
      const own = new Set(list)
      const others = adding ? [...view.selected].filter((id) => !own.has(id)) : []
      view.select(new Set([...others, ...orderIds]))
    },
    move: (move) => moveAll([move]),
    moveAll,
    moveToVehicle: (vehicle, orderIds) => takingOff(orderIds, () => void toNewRoute(vehicle, orderIds)),
    cancelOrders: (orderIds) =>
      ask({
        confirm: {
          title: words.orders.cancelOrdersAsk(orderIds.length),
          text: [words.orders.cancelOrdersText, silentDriverWarning(latest(), orderIds, zone)]
            .filter(Boolean)
            .join(' '),
          yes: words.orders.cancelOrdersYes(orderIds.length),
          danger: true,
          onYes: () => cancel(orderIds),
        },
      }),
    lock: (orderIds, locked) => make(lockStep(orderIds, locked)),
    loadAgain: (stop, again) => make(reloadStep(latest, stop, again)),
    otherDay: (orderIds) => ask({ otherDay: orderIds }),
  }
}
