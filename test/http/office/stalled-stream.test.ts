// Tests the event stream of a screen that keeps its connection open but reads nothing.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { streamChanges } from '../../../src/http/office/streams.ts'

test('the stream of a screen that reads nothing ends when its buffer is full', async () => {
  const raw = Object.assign(new PassThrough({ highWaterMark: 100 }), { writeHead: () => {}, flushHeaders: () => {} })
  const reply = { raw, hijack: () => {}, getHeaders: () => ({}) } as unknown as FastifyReply
  let change = () => {}
  const watch = ({ onChange }: { onChange: () => void }) => {
    change = onChange
    return () => {}
  }
  const ended = streamChanges({} as FastifyRequest, reply, watch, new AbortController().signal)
  for (let i = 0; i < 100; i++) change()
  assert.ok(raw.destroyed)
  assert.ok(raw.writableLength <= 200)
  await ended
})
