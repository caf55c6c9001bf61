import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPublicAddress } from '../../../src/adapters/webhooks/public-address.ts'

const SPECIAL = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '::7f00:1'],
  'link-local and metadata': [
    '169.254.0.1',
    '169.254.169.254',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '168.63.129.16',
  ],
  'protocol assignments': ['192.0.0.1', '192.0.0.192', '2001:1::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  '6to4': ['192.88.99.1', '2002:7f00:1::', '2002:808:808::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'multicast, reserved, broadcast': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  unspecified: ['::'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::'],
  'unique local and site-local': ['fc00::1', 'fdff::1', 'fec0::1'],
  'not an address': ['', 'localhost', '127.1', '0x7f000001', '2130706433', '[::1]', '8.8.8.8 '],
}

for (const [kind, addresses] of Object.entries(SPECIAL))
  test(`no webhook goes to: ${kind}`, () => {
    for (const address of addresses) assert.equal(isPublicAddress(address), false, address)
  })

test('addresses next to the special ranges are public', () => {
  const addresses = [
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:200::1',
    '2003::1',
    '3ffe::1',
    '2a00:1450::1',
  ]
  for (const address of addresses) assert.equal(isPublicAddress(address), true, address)
})
