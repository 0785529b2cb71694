import { expect, test } from 'vitest'
import { runCommand } from '#tests/support/command.ts'

test('the commands run from the build of the server', async () => {
  for (const command of ['import', 'admin', 'backup', 'restore', 'sandbox']) {
    const { code, stdout } = await runCommand(command, ['--help'], { env: process.env })
    expect([command, code]).toEqual([command, 0])
    expect(stdout).toContain(`npm run ${command} -- `)
  }
})

test('an unknown command is refused, and the message names the commands', async () => {
  const { code, stderr } = await runCommand('imports', [], { env: process.env })
  expect(code).toBe(1)
  expect(stderr).toContain(
    'There is no command “imports”. The commands are start, import, admin, backup, restore, sandbox and build.',
  )
})
