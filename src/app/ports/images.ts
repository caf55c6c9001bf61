// Cleans pictures.
import { type PlainSentence } from '../../texts/text.ts'

export interface CleanImage {
  path: string
  contentType: 'image/jpeg' | 'image/png'
  sha256: Buffer
}

/** What is wrong with it, reading on from its name ("is damaged"). */
export interface ImageFault {
  fault: PlainSentence
}

export interface Images {
  /**
   * Writes the picture from one file to another: upright, without metadata, no side longer than that many pixels;
   * off the event loop. Rejects with `ImagesBusy` where memory or time runs out.
   */
  clean(from: string, to: string, longestSide?: number): Promise<CleanImage | ImageFault>
}

/** No memory or no time is left for a picture now. */
export class ImagesBusy extends Error {
  override name = 'ImagesBusy'
}
