// Reads codes from the camera's picture: by the browser where it can, else by a library, loaded when the first scan begins.
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

const FORMATS = ['qr_code', 'code_128', 'code_39', 'ean_13', 'upc_a', 'data_matrix'] as const
/** What our own labels have: a browser that doesn't know both is no help. */
const OURS = ['qr_code', 'code_128'] as const

export interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

interface BrowsersOwn {
  new (options: { formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

export async function openDetector(): Promise<Detector> {
  const { BarcodeDetector: Own } = window as { BarcodeDetector?: BrowsersOwn }
  const known = (await Own?.getSupportedFormats().catch(() => null)) ?? []
  if (Own && OURS.every((format) => known.includes(format)))
    return new Own({ formats: FORMATS.filter((format) => known.includes(format)) })
  const { BarcodeDetector, prepareZXingModule } = await import('barcode-detector/ponyfill')
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true })
  return new BarcodeDetector({ formats: [...FORMATS] })
}
