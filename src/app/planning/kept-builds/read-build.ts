// GET /routes/builds/{build_uuid}: a build's plan, and its differences from another build.
import { readBuild as findBuild } from '../../../store/routes/builds.ts'
import { addressLines } from '../../../store/orders/address-lines.ts'
import type { Tx } from '../../../store/database.ts'
import type { Context } from '../../context.ts'
import { AppError, missing } from '../../errors.ts'
import { changesToWire, planToWire, stopsOfBuild } from './build-wire.ts'

export const readBuild = (ctx: Context, buildId: string, comparedWith: string | undefined) =>
  ctx.read(async (tx) => {
    const build = await readStoredBuild(tx, buildId)
    const other = comparedWith === undefined ? null : await findBuild(tx, comparedWith)
    if (comparedWith !== undefined && !other)
      throw new AppError('missing', 'NOT_FOUND', 'There is no build with that uuid.', { fields: ['compared_with'] })
    const orders = [build, ...(other ? [other] : [])].flatMap(({ answer: { routes, unassigned } }) => [
      ...routes.flatMap(({ stops }) => stops),
      ...unassigned,
    ])
    const lines = await addressLines(tx, [...new Set(orders.map(({ orderId }) => orderId))])
    const sideOf = (one: typeof build) => ({ build: one, stops: stopsOfBuild(one) })
    return {
      ...planToWire(ctx, build, lines),
      changes: other && changesToWire(ctx, sideOf(other), sideOf(build), lines),
    }
  })

export async function readStoredBuild(tx: Tx, buildId: string) {
  const build = await findBuild(tx, buildId)
  if (!build) throw missing('build with that uuid')
  return build
}
