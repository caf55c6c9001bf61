// Reduces a photo to the size that proof needs, so that it can be sent over a weak connection.

const MAX_SIDE = 1_600

/**
 * Returns the photo as an upright JPEG. Returns the original if the phone can't decode it, and the server then reports the
 * reason.
 */
export async function shrinkPhoto(file: File): Promise<Blob> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_SIDE / Math.max(image.width, image.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(image.width * scale)
    canvas.height = Math.round(image.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
    return blob ?? file
  } catch {
    return file
  }
}
