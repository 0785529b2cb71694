import { expect, test } from 'vitest'
import { createCache } from '#server/concurrency/cache.ts'

test('if several requests need the same cache key at the same time, the value is computed once', async () => {
  const cache = createCache<string>(10)
  const computed: string[] = []
  const read = (answer: string) =>
    cache.get('question', async () => {
      computed.push(answer)
      return answer
    })
  expect(await Promise.all([read('one'), read('two')])).toEqual(['one', 'one'])
  expect(await read('three')).toBe('one')
  expect(computed).toEqual(['one'])
})

test('the cache does not keep a failed computation', async () => {
  const cache = createCache<string>(10)
  const failing = cache.get('question', () => Promise.reject(new Error('no answer')))
  await expect(failing).rejects.toThrow('no answer')
  expect(await cache.get('question', async () => 'answer')).toBe('answer')
})

test('the cache evicts the least recently used entry first', async () => {
  const cache = createCache<string>(6, (value) => value.length)
  const isCached = async (key: string) => {
    let isHit = true
    await cache.get(key, async () => {
      isHit = false
      return 'xx'
    })
    return isHit
  }
  for (const key of ['a', 'b', 'c']) await isCached(key)
  expect(await isCached('a')).toBe(true)
  expect(await isCached('d')).toBe(false)
  expect([await isCached('c'), await isCached('a'), await isCached('d')]).toEqual([
    true,
    true,
    true,
  ])
  expect(await isCached('b')).toBe(false)
})

test('the cache returns a value that is larger than the whole cache, and does not keep it', async () => {
  const cache = createCache<string>(3, (value) => value.length)
  await cache.get('small', async () => 'x')
  expect(await cache.get('large', async () => 'xxxx')).toBe('xxxx')
  expect(await cache.get('large', async () => 'y')).toBe('y')
})

test('if an entry is evicted while its value is computed, the waiting callers still get the value', async () => {
  const cache = createCache<string>(1)
  let finish = (_value: string) => {}
  const evicted = cache.get('evicted', () => new Promise((resolve) => (finish = resolve)))
  for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key)
  finish('computed')
  expect(await evicted).toBe('computed')
})
