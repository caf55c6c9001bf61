// The process that sanitizes pictures one at a time. It recognizes a picture by its content, decodes it within limits,
// and encodes it again without metadata.
import { createHash } from 'node:crypto'
import { open, writeFile } from 'node:fs/promises'
import os from 'node:os'
import sharp from 'sharp'
import type { ImageFault } from '../../app/ports/images.ts'

export interface PictureJob {
  from: string
  to: string
  longestSide: number
}

interface Written {
  contentType: 'image/jpeg' | 'image/png'
  /** Hexadecimal. */
  sha256: string
}

/** `code` is the system's error code if a file could not be written. */
export type PictureResult = Written | ImageFault | { code: string }

/** The largest photos of phones have 50 million pixels. A small file can claim far more. */
const MAX_PIXELS = 52_000_000
/**
 * Decoding keeps some complete rows in memory and needs time for each row. The largest panoramas of phones have 16,384
 * pixels per side.
 */
const MAX_SIDE = 20_000
/**
 * Maximum for a picture that must be completely in memory, with up to 8 bytes per pixel. Phones take no such pictures.
 */
const MAX_PROGRESSIVE_PIXELS = 16_000_000

type Kind = 'jpeg' | 'png' | 'webp'

sharp.concurrency(1)
sharp.cache(false)
// Requests have priority over decoding.
os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
process.on('disconnect', () => process.exit())
process.on('message', (job: PictureJob) => void clean(job).then((result) => process.send?.(result)))

async function clean({ from, to, longestSide }: PictureJob): Promise<PictureResult> {
  try {
    const kind = kindOf(await headOf(from))
    if (kind === 'heic') return { fault: 'is a HEIC or AVIF picture; send JPEG, PNG or WebP' }
    if (!kind) return { fault: 'is not a JPEG, PNG or WebP picture' }
    const written = await rewrite(from, kind, longestSide)
    if ('fault' in written) return written
    const { content, contentType } = written
    await writeFile(to, content)
    return { contentType, sha256: createHash('sha256').update(content).digest('hex') }
  } catch (error) {
    return { code: String((error as { code?: unknown }).code) }
  }
}

async function rewrite(
  file: string,
  kind: Kind,
  longestSide: number,
): Promise<{ content: Buffer; contentType: Written['contentType'] } | ImageFault> {
  try {
    const image = sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', animated: false })
    const { width, height, hasAlpha, isProgressive } = await image.metadata()
    if (width > MAX_SIDE || height > MAX_SIDE) return { fault: 'is more than 20,000 pixels wide or high' }
    if (isProgressive && width * height > MAX_PROGRESSIVE_PIXELS)
      return { fault: 'is progressive or interlaced and has more than 16 million pixels' }
    const upright = image.rotate().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    // A signature or a logo is a mostly transparent drawing. PNG keeps it sharp and small.
    return kind === 'png' || hasAlpha
      ? { content: await upright.png({ compressionLevel: 9 }).toBuffer(), contentType: 'image/png' }
      : { content: await upright.jpeg({ quality: 82 }).toBuffer(), contentType: 'image/jpeg' }
  } catch (error) {
    const tooLarge = error instanceof Error && error.message.includes('pixel limit')
    return { fault: tooLarge ? 'has more than 52 million pixels' : 'is damaged or cut off' }
  }
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function kindOf(head: Buffer): Kind | 'heic' | null {
  const starts = (bytes: string, at = 0): boolean =>
    head.subarray(at, at + bytes.length / 2).equals(Buffer.from(bytes, 'hex'))
  if (starts('ffd8ff')) return 'jpeg'
  if (starts('89504e470d0a1a0a')) return 'png'
  if (starts('52494646') && starts('57454250', 8)) return 'webp'
  return starts('66747970', 4) ? 'heic' : null
}
