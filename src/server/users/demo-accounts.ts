import { inArray } from 'drizzle-orm'
import { hashPassword, verifyPassword } from '#server/auth/passwords.ts'
import type { Database } from '#server/db/database.ts'
import { subscriptions, users } from '#server/db/schema.ts'
import { addUser } from './accounts.ts'

export interface DemoAccount {
  role: 'admin' | 'subscriber' | 'member'
  email: string
  password: string
}

const DEMO_ACCOUNTS: (DemoAccount & { name: string })[] = [
  {
    role: 'admin',
    name: 'Haruka Mori',
    email: 'haruka@engawa.example',
    password: 'keys-to-every-house',
  },
  {
    role: 'subscriber',
    name: 'Emma Lindqvist',
    email: 'emma@engawa.example',
    password: 'a-house-by-the-sea',
  },
  {
    role: 'member',
    name: 'Daniel Okafor',
    email: 'daniel@engawa.example',
    password: 'just-having-a-look',
  },
]

/** Creates missing demo accounts. Existing ones are not changed. */
export async function createDemoAccounts(db: Database, now: Date) {
  const existing = new Set((await findDemoUsers(db)).map(({ email }) => email))
  for (const account of DEMO_ACCOUNTS) {
    if (!existing.has(account.email)) await create(db, account, now)
  }
  return openDemoAccounts(db)
}

/** Demo accounts whose public password still works. */
export async function openDemoAccounts(db: Database): Promise<DemoAccount[]> {
  const found = await findDemoUsers(db)
  const open = await Promise.all(
    DEMO_ACCOUNTS.map(async ({ email, password }) => {
      const user = found.find((one) => one.email === email)
      return user && !user.isBlocked && (await verifyPassword(user.passwordHash, password))
    }),
  )
  return DEMO_ACCOUNTS.filter((_, index) => open[index]).map(({ role, email, password }) => ({
    role,
    email,
    password,
  }))
}

function findDemoUsers(db: Database) {
  const emails = DEMO_ACCOUNTS.map(({ email }) => email)
  return db.select().from(users).where(inArray(users.email, emails))
}

async function create(db: Database, account: (typeof DEMO_ACCOUNTS)[number], now: Date) {
  const { name, email, password } = account
  const role = account.role === 'admin' ? 'admin' : 'user'
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    const added = await addUser(tx, { name, email, role, passwordHash }, now)
    if (!added || account.role !== 'subscriber') return
    await tx.insert(subscriptions).values({
      userId: added.id,
      status: 'active',
      plan: 'premium',
      paymentProvider: 'manual',
      createdAt: now,
      updatedAt: now,
    })
  })
}
