// The business's logo: a picture that everyone may see. Another one is another file, so that pages may keep it for good.
import { type Logo, replaceLogo } from '../../store/businesses.ts'
import { logoPathOf } from '../branding.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { asOperator } from '../setup/as-operator.ts'

const LONGEST_SIDE = 512

export async function putLogo(ctx: Context, content: Buffer): Promise<{ logo_path: string | null }> {
  const image = await ctx.images.clean(content, LONGEST_SIDE)
  if ('fault' in image) throw invalid('logo', image.fault)
  const logo: Logo = { file: ctx.newId(), contentType: image.contentType }
  await ctx.files.put(logo.file, image.content, image.contentType)
  try {
    await replace(ctx, logo)
  } catch (error) {
    await ctx.files.remove(logo.file)
    throw error
  }
  return { logo_path: logoPathOf({ logo }) }
}

export const removeLogo = (ctx: Context): Promise<void> => replace(ctx, null)

async function replace(ctx: Context, logo: Logo | null): Promise<void> {
  const entry = { action: logo ? 'logo.set' : 'logo.removed', entity: 'business', entityId: ctx.businessId }
  const before = await asOperator(ctx, ctx.businessId, entry, (tx) => replaceLogo(tx, ctx.businessId, logo))
  if (before) await ctx.files.remove(before.file)
}
