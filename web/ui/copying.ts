// The clipboard, which a browser has on secure pages only, and may refuse there.

export const canCopy = (): boolean => 'clipboard' in navigator

/** Whether it was copied. */
export const copied = async (text: string): Promise<boolean> => {
  if (!canCopy()) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  )
}
