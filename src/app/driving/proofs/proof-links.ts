// Signed links to a stop's photos and signature, which stop working after a while (docs/spec/routes.md#proof).
import type { FileFault } from '../../../domain/routes/proof.ts'
import type { ProofWithFault } from '../../../store/routes/proofs.ts'
import type { App } from '../../context.ts'

const LIFETIME_DAYS = 7

type Links = Pick<App, 'publicUrl' | 'secrets'>

export interface ProofLinks {
  photo_urls: string[]
  /** The newest signature's. */
  signature_url: string | null
  /** Only where there are some. */
  item_photos?: { name: string; sku: string | null; url: string }[]
  /** Only where some are known: as reading the files, or verify-files, last found them. */
  file_faults?: { url: string; fault: FileFault }[]
  urls_expire_at: string
}

/** Links made at `now` to the proofs given, oldest first. */
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

/** In seconds since 1970. */
const expiry = (now: Date): number => Math.floor(now.getTime() / 1000) + LIFETIME_DAYS * 86_400

export function proofUrl(proofId: string, now: Date, { publicUrl, secrets }: Links): string {
  const expires = String(expiry(now))
  const signature = secrets.sign('file', fileSignatureText(proofId, expires))
  return `${publicUrl}/files/${proofId}?expires=${expires}&signature=${signature}`
}

/** What a file link's signature is over. */
export const fileSignatureText = (proofId: string, expires: string): string => `${proofId}:${expires}`
