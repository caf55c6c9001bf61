// The network that a request comes from, for rate limits: one IPv6 address stands for the 2^64 of its prefix.

/** An IPv4 address as it is, an IPv6 address as its /64 prefix. */
export function networkOf(address: string): string {
  const [, mapped] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  const [plain = ''] = address.split('%', 1)
  const [head, tail] = plain.split('::', 2).map((part) => part.split(':').filter(Boolean))
  const groups = [...(head ?? []), ...Array.from({ length: 8 }, () => '0')].slice(0, 8 - (tail?.length ?? 0))
  const prefix = [...groups, ...(tail ?? [])].slice(0, 4)
  return `${prefix.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
