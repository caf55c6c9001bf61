import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeGuard } from '../../../src/adapters/webhooks/webhook-guard.ts'

const names: Record<string, string[]> = {
  'public.test': ['8.8.8.8', '2606:4700:4700::1111'],
  'private.test': ['10.0.0.1'],
  'half.test': ['8.8.8.8', '127.0.0.1'],
}
const resolve = async (host: string): Promise<string[]> => {
  const addresses = names[host]
  if (!addresses) throw new Error('not found')
  return addresses
}
const strict = makeGuard({ allowPrivate: false, resolve })
const lenient = makeGuard({ allowPrivate: true, resolve })

const REFUSED = {
  'not a URL': ['', 'public.test', '//public.test', 'https://', 'https://exa mple.test/'],
  'another scheme': ['http://public.test/', 'ftp://public.test/', 'file:///etc/passwd', 'javascript:alert(1)'],
  credentials: ['https://user@public.test/', 'https://user:password@public.test/', 'https://:password@public.test/'],
  'a port below 1024': [
    'https://public.test:80/',
    'https://public.test:22/',
    'https://public.test:1023/',
    'https://public.test:0/',
  ],
  'a private name': ['https://private.test/', 'https://half.test/', 'https://PRIVATE.test./'.replace('./', '/')],
  'decimal, hex, octal and short forms': [
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://10.1/',
    'https://192.168.257/',
    'https://017700000001/',
    'https://3232235777/',
  ],
  'dots and digits in other scripts': ['https://127。0。0。1/', 'https://①②⑦.⓪.⓪.①/', 'https://%31%32%37.0.0.1/'],
  'IPv6 literals': [
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[2002:7f00:1::]/',
  ],
  'metadata services': [
    'https://169.254.169.254/latest/meta-data/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
  ],
}

for (const [kind, urls] of Object.entries(REFUSED))
  test(`an endpoint may not have: ${kind}`, async () => {
    for (const url of urls) assert.notEqual(await strict.urlFault(url), null, url)
  })

test('an endpoint may have public https on 443 or from 1024 up', async () => {
  for (const url of [
    'https://public.test/hooks?a=b',
    'https://public.test:443/',
    'https://public.test:1024/',
    'https://public.test:65535/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]:8443/',
    'https://does-not-resolve-yet.test/',
  ])
    assert.equal(await strict.urlFault(url), null, url)
})

test('localhost resolves to this machine, whatever the name servers return', async () => {
  const system = makeGuard({ allowPrivate: false })
  assert.match((await system.urlFault('https://localhost:8443/')) ?? '', /public addresses/)
})

test('ALLOW_PRIVATE_WEBHOOKS allows only http and private addresses in addition', async () => {
  for (const url of ['http://127.0.0.1:9000/', 'http://private.test/', 'https://[::1]:8443/', 'https://10.1/'])
    assert.equal(await lenient.urlFault(url), null, url)
  for (const url of ['ftp://127.0.0.1/', 'http://user@127.0.0.1:9000/', 'http://127.0.0.1:22/'])
    assert.notEqual(await lenient.urlFault(url), null, url)
})
