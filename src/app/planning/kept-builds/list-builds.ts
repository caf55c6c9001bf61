// GET /routes/builds: the builds of a day, newest first.
import { buildsOfDay } from '../../../store/routes/builds.ts'
import type { Context } from '../../context.ts'
import { buildToWire } from './build-wire.ts'

export async function listBuilds(ctx: Context, day: string) {
  const builds = await ctx.read((tx) => buildsOfDay(tx, day))
  return builds.map((build) => buildToWire(ctx, build))
}
