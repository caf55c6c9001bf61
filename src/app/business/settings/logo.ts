// The business's logo: a picture that everyone may see. Another one is another file, so that pages may keep it for good.
import { type Logo, replaceLogo } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import { addUnnamedFile } from '../../../store/jobs/unnamed-files.ts'
import { logoPathOf } from './branding.ts'
import type { Context } from '../../context.ts'
import { cleanPicture, discard, keepFile } from '../../keep-file.ts'
import { type AuditedChange, asOperator } from '../acting.ts'

const LONGEST_SIDE = 512

/** Of the picture in the file at `from`. */
export async function putLogo(ctx: Context, from: string): Promise<{ logo_path: string | null }> {
  const image = await cleanPicture(ctx, from, 'logo', LONGEST_SIDE)
  return keepFile(ctx, image, async (file, named) => {
    const logo: Logo = { file, contentType: image.contentType }
    await replace(ctx, logo, named)
    return { logo_path: logoPathOf({ logo }) }
  })
}

export const removeLogo = (ctx: Context): Promise<void> => replace(ctx, null, async () => {})

async function replace(ctx: Context, logo: Logo | null, named: (tx: Tx) => Promise<void>): Promise<void> {
  const entry: AuditedChange = {
    action: logo ? 'logo.set' : 'logo.removed',
    entity: 'business',
    entityId: ctx.businessId,
  }
  const before = await asOperator(ctx, ctx.businessId, entry, async (tx) => {
    await named(tx)
    const replaced = await replaceLogo(tx, logo)
    if (replaced) await addUnnamedFile(tx, replaced.file, ctx.now)
    return replaced
  })
  if (before) await discard(ctx, before.file)
}
