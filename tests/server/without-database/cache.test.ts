import { expect, test } from 'vitest'
import { createCache } from '#server/concurrency/cache.ts'

test('concurrent requests for the same key share one computation', async () => {
  const cache = createCache<string>(10)
  const computed: string[] = []
  const ask = (answer: string) =>
    cache.get('question', async () => {
      computed.push(answer)
      return answer
    })
  expect(await Promise.all([ask('one'), ask('two')])).toEqual(['one', 'one'])
  expect(await ask('three')).toBe('one')
  expect(computed).toEqual(['one'])
})

test('a failed computation is not cached', async () => {
  const cache = createCache<string>(10)
  const failing = cache.get('question', () => Promise.reject(new Error('no answer')))
  await expect(failing).rejects.toThrow('no answer')
  expect(await cache.get('question', async () => 'answer')).toBe('answer')
})

test('the least recently used entry is evicted first', async () => {
  const cache = createCache<string>(6, (value) => value.length)
  const isKept = async (key: string) => {
    let kept = true
    await cache.get(key, async () => {
      kept = false
      return 'xx'
    })
    return kept
  }
  for (const key of ['a', 'b', 'c']) await isKept(key)
  expect(await isKept('a')).toBe(true)
  expect(await isKept('d')).toBe(false)
  expect([await isKept('c'), await isKept('a'), await isKept('d')]).toEqual([true, true, true])
  expect(await isKept('b')).toBe(false)
})

test('a value larger than the whole cache is returned, and not cached', async () => {
  const cache = createCache<string>(3, (value) => value.length)
  await cache.get('small', async () => 'x')
  expect(await cache.get('large', async () => 'xxxx')).toBe('xxxx')
  expect(await cache.get('large', async () => 'y')).toBe('y')
})

test('callers of an evicted computation still get its result', async () => {
  const cache = createCache<string>(1)
  let finish = (_value: string) => {}
  const evicted = cache.get('evicted', () => new Promise((resolve) => (finish = resolve)))
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key)
  finish('computed')
  expect(await evicted).toBe('computed')
})
