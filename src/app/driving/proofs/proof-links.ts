// Creates signed links to a stop's photos and signature. They expire after a week (docs/spec/routes.md#proof).
import type { FileFault } from '../../../domain/routes/proof.ts'
import type { ProofWithFault } from '../../../store/routes/proofs.ts'
import type { App } from '../../context.ts'

const LIFETIME_DAYS = 7

type Links = Pick<App, 'publicUrl' | 'secrets'>

export interface ProofLinks {
  photo_urls: string[]
  /** Link to the newest signature. */
  signature_url: string | null
  /** Present if the proof includes photos of single items. */
  item_photos?: { name: string; sku: string | null; url: string }[]
  /** Present if faulty files are known from the last read of the file or from the last run of verify-files. */
  file_faults?: { url: string; fault: FileFault }[]
  urls_expire_at: string
}

/** Creates links at `now` to the given proofs, which are ordered oldest first. */
export function proofLinks(proofs: readonly ProofWithFault[], now: Date, links: Links): ProofLinks {
  const urls = (kind: ProofWithFault['kind']) =>
    proofs.filter((proof) => proof.kind === kind && !proof.item).map(({ proofId }) => proofUrl(proofId, now, links))
  const itemPhotos = proofs.flatMap(({ proofId, item }) =>
    item ? [{ ...item, url: proofUrl(proofId, now, links) }] : [],
  )
  const faults = proofs.flatMap(({ proofId, fileFault }) =>
    fileFault ? [{ url: proofUrl(proofId, now, links), fault: fileFault }] : [],
  )
  return {
    photo_urls: urls('PHOTO'),
    signature_url: urls('SIGNATURE').at(-1) ?? null,
    ...(itemPhotos.length > 0 && { item_photos: itemPhotos }),
    ...(faults.length > 0 && { file_faults: faults }),
    urls_expire_at: new Date(expiry(now) * 1000).toISOString(),
  }
}

/** Unix time in seconds. */
const expiry = (now: Date): number => Math.floor(now.getTime() / 1000) + LIFETIME_DAYS * 86_400

export function proofUrl(proofId: string, now: Date, { publicUrl, secrets }: Links): string {
  const expires = String(expiry(now))
  const signature = secrets.sign('file', fileSignatureText(proofId, expires))
  return `${publicUrl}/files/${proofId}?expires=${expires}&signature=${signature}`
}

/** Returns the text that the signature of a file link covers. */
export const fileSignatureText = (proofId: string, expires: string): string => `${proofId}:${expires}`
