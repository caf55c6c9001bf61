// The business's public logo. A new logo is a new file, so that pages may cache the old one indefinitely.
import { type Logo, replaceLogo } from '../../../store/settings/businesses.ts'
import type { Tx } from '../../../store/database.ts'
import { addUnnamedFile } from '../../../store/jobs/unreferenced-files.ts'
import { logoPathOf } from './branding.ts'
import type { Context } from '../../context.ts'
import { cleanPicture, removeUnreferencedFile, storeFile } from '../../store-file.ts'
import { type AuditedChange, changeWithAudit } from '../audited-change.ts'

const MAX_SIDE = 512

/** Makes the picture in the file `from` the logo. */
export async function putLogo(ctx: Context, from: string): Promise<{ logo_path: string | null }> {
  const image = await cleanPicture(ctx, from, 'logo', MAX_SIDE)
  return storeFile(ctx, image, async (file, named) => {
    const logo: Logo = { file, contentType: image.contentType }
    await replaceLogoFile(ctx, logo, named)
    return { logo_path: logoPathOf({ logo }) }
  })
}

export const removeLogo = (ctx: Context): Promise<void> => replaceLogoFile(ctx, null, async () => {})

async function replaceLogoFile(ctx: Context, logo: Logo | null, named: (tx: Tx) => Promise<void>): Promise<void> {
  const entry: AuditedChange = {
    action: logo ? 'logo.set' : 'logo.removed',
    entity: 'business',
    entityId: ctx.businessId,
  }
  const before = await changeWithAudit(ctx, ctx.businessId, entry, async (tx) => {
    await named(tx)
    const replaced = await replaceLogo(tx, logo)
    if (replaced) await addUnnamedFile(tx, replaced.file, ctx.now)
    return replaced
  })
  if (before) await removeUnreferencedFile(ctx, before.file)
}
