/** The rows of a file that was read and checked, in batches that are stored one after another. */
export type Batches<Row> = Iterable<Row[]> | AsyncIterable<Row[]>

const ROWS_AT_ONCE = 2000

export async function collect<T>(items: AsyncIterable<T>) {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

export function* inBatches<T>(rows: Iterable<T>) {
  let batch: T[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < ROWS_AT_ONCE) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
