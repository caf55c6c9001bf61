// Warnings about deliveries that the vehicle of a route can't reach, because of its size or weight.
import { obstacleInWords } from '../../../domain/planning/obstacle.ts'
import type { Point } from '../../../domain/orders/order.ts'
import type { Warning } from '../../../domain/routes/manual-warnings.ts'
import { endsOf } from '../../../domain/routes/terms.ts'
import type { Route } from '../../../store/routes/routes.ts'
import { text } from '../../../texts/text.ts'
import type { Context } from '../../context.ts'
import { routeVehicle } from '../../planning/roads/road-vehicles.ts'

/** Maximum wait for the obstacles. Without them, there are no warnings. */
const BUDGET_MS = 1_000

/** Returns a warning for each of these deliveries that the vehicle can't reach from the start of the route, or can't return from. */
export async function obstacleWarnings(
  { distances, formats, log }: Pick<Context, 'distances' | 'formats' | 'log'>,
  route: Route,
  deliveries: readonly { externalRef: string; point: Point | null }[],
): Promise<Warning[]> {
  const own = distances?.own
  const placed = deliveries.flatMap(({ externalRef, point }) => (point ? [{ externalRef, point }] : []))
  if (!own || placed.length === 0) return []
  try {
    const { start, end } = endsOf(route)
    const [signal, vehicle] = [AbortSignal.timeout(BUDGET_MS), routeVehicle(distances, route)]
    const points = placed.map(({ point: { lat, lng } }) => ({ lat, lng }))
    const there = await own.obstacles(start, points, signal, vehicle)
    const back = await Promise.all(
      points.map(async (point, i) => (end && !there[i] ? await own.obstacles(point, [end], signal, vehicle) : [])),
    )
    return placed.flatMap(({ externalRef }, i): Warning[] => {
      const obstacle = there[i] ?? back[i]?.[0]
      if (!obstacle) return []
      const message = text('{delivery}: {message}', {
        delivery: externalRef,
        message: obstacleInWords(obstacle, formats, there[i] ? 'THERE' : 'BACK'),
      })
      return [{ code: 'UNREACHABLE', message }]
    })
  } catch (error) {
    log.warn({ err: error }, 'no obstacles on the way of a route')
    return []
  }
}
