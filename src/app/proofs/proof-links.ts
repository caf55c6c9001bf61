// Signed links to a stop's photos and signature, which stop working after a while (docs/spec/routes.md#proof).
import type { Proof } from '../../store/routes/proofs.ts'
import type { App } from '../context.ts'

const LIFETIME_DAYS = 7

type Links = Pick<App, 'publicUrl' | 'secrets'>

export interface ProofLinks {
  photo_urls: string[]
  /** The newest signature's. */
  signature_url: string | null
  urls_expire_at: string
}

/** Links made at `now` to the proofs given, oldest first. */
export function proofLinks(proofs: readonly Proof[], now: Date, links: Links): ProofLinks {
  const expires = Math.floor(now.getTime() / 1000) + LIFETIME_DAYS * 86_400
  const urls = (kind: Proof['kind']) =>
    proofs.filter((proof) => proof.kind === kind).map(({ proofId }) => proofUrl(proofId, expires, links))
  return {
    photo_urls: urls('PHOTO'),
    signature_url: urls('SIGNATURE').at(-1) ?? null,
    urls_expire_at: new Date(expires * 1000).toISOString(),
  }
}

/** `expires` in seconds since 1970. */
const proofUrl = (proofId: string, expires: number, { publicUrl, secrets }: Links): string =>
  `${publicUrl}/files/${proofId}?expires=${expires}&signature=${secrets.sign('file', fileSignatureText(proofId, String(expires)))}`

/** What a file link's signature is over. */
export const fileSignatureText = (proofId: string, expires: string): string => `${proofId}:${expires}`
