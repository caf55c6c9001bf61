// Normalizes uploaded images.
import { type PlainSentence } from '../../texts/text.ts'

export interface CleanImage {
  path: string
  contentType: 'image/jpeg' | 'image/png'
  sha256: Buffer
}

/** Problem with the image. `fault` follows the image's name in a message ("is damaged"). */
export interface ImageFault {
  fault: PlainSentence
}

export interface Images {
  /**
   * Writes a clean copy of the image: upright, without metadata, no side longer than `longestSide` pixels. Runs off the
   * event loop. Rejects with `ImagesBusy` if memory or time runs out.
   */
  clean(from: string, to: string, longestSide?: number): Promise<CleanImage | ImageFault>
}

/** Thrown if no memory or time is available for an image at the moment. */
export class ImagesBusy extends Error {
  override name = 'ImagesBusy'
}
