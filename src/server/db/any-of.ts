import { sql } from 'drizzle-orm'

/** An SQL expression for `id = any(…)`: any number of ids in one parameter. */
export function anyOf(ids: readonly string[]) {
  return sql`any(array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)))`
}
