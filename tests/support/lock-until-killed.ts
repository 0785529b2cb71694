import { lockFolder } from '#server/files/folder-lock.ts'

/** Locks the given folder. The process keeps the lock until it is killed. */
await lockFolder(process.argv[2] ?? '')
console.log('held')
