// Photos and signatures made safe: told by their content, decoded within limits, and written anew without metadata.
import sharp from 'sharp'
import type { CleanImage, ImageFault, Images } from '../app/ports.ts'

/** More than any phone takes; a small file can claim far more. */
const MAX_PIXELS = 64_000_000
const LONGEST_SIDE = 2_048
/** Decoding takes tens of megabytes each. */
const AT_ONCE = 2

const starts = (content: Buffer, bytes: string, at = 0): boolean =>
  content.subarray(at, at + bytes.length / 2).equals(Buffer.from(bytes, 'hex'))

function kindOf(content: Buffer): 'jpeg' | 'png' | 'webp' | 'heic' | null {
  if (starts(content, 'ffd8ff')) return 'jpeg'
  if (starts(content, '89504e470d0a1a0a')) return 'png'
  if (starts(content, '52494646') && starts(content, '57454250', 8)) return 'webp'
  return starts(content, '66747970', 4) ? 'heic' : null
}

export function openImages(): Images {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await work()
    } finally {
      running--
      waiting.shift()?.()
    }
  }
  return { clean: (content, longestSide = LONGEST_SIDE) => turn(() => clean(content, longestSide)) }
}

async function clean(content: Buffer, longestSide: number): Promise<CleanImage | ImageFault> {
  const kind = kindOf(content)
  if (kind === 'heic') return { fault: 'is a HEIC or AVIF picture; send JPEG, PNG or WebP' }
  if (!kind) return { fault: 'is not a JPEG, PNG or WebP picture' }
  try {
    const image = sharp(content, { limitInputPixels: MAX_PIXELS, failOn: 'truncated', animated: false })
    const upright = image.rotate().resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    // A signature or a logo is a drawing, mostly transparent: PNG keeps it sharp and small.
    return kind === 'png' || (await image.metadata()).hasAlpha
      ? { content: await upright.png({ compressionLevel: 9 }).toBuffer(), contentType: 'image/png' }
      : { content: await upright.jpeg({ quality: 82 }).toBuffer(), contentType: 'image/jpeg' }
  } catch (error) {
    const tooLarge = error instanceof Error && error.message.includes('pixel limit')
    return { fault: tooLarge ? 'has more than 64 million pixels' : 'is damaged or cut off' }
  }
}
