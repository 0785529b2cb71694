import { lockFolder } from '#server/files/folder-lock.ts'

/** Holds the lock of the given folder until it is killed. */
await lockFolder(process.argv[2] ?? '')
console.log('held')
