import { call } from '#client/api/api.ts'
import { getOwnData } from '#contract/own-data.ts'

/** All personal data of the account, as a file. */
export async function fetchOwnData() {
  const data = await call(getOwnData, {})
  const day = data.exported_at.slice(0, 10)
  return new File([JSON.stringify(data, null, 2)], `engawa-data-${day}.json`, {
    type: 'application/json',
  })
}
