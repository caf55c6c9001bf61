// Opens the file of a signed link. Throws 403 if the link was edited or has expired.
import { proofFile } from '../../../store/routes/proofs.ts'
import type { App } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type PictureState, storedPicture } from './stored-picture.ts'
import { fileSignatureText } from './proof-links.ts'

export async function openFile(
  app: App,
  link: { proofId: string; expires: string; signature: string },
): Promise<{ content: Buffer; contentType: string; state: PictureState }> {
  const { proofId, expires, signature } = link
  if (!app.secrets.verify('file', fileSignatureText(proofId, expires), signature))
    throw new AppError('forbidden', 'LINK_INVALID', 'This link is not valid, or it was changed.')
  if (Number(expires) * 1000 <= app.clock().getTime())
    throw new AppError('forbidden', 'LINK_EXPIRED', 'This link has expired; read the delivery again for a new one.')
  const file = await app.db.asSystem((tx) => proofFile(tx, proofId))
  const { content, state } = file
    ? await storedPicture(app, file.businessId, file)
    : { content: null, state: 'MISSING' as const }
  if (!file || !content) throw new AppError('missing', 'NOT_FOUND', 'This picture is no longer kept.')
  return { content, contentType: file.contentType, state }
}
