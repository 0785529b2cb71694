import { defineConfig, mergeConfig } from 'vitest/config'
import clientBuild from '../../vite.config.ts'

/** Long tests that measure. Run with `npm run test:endurance`. */
export default mergeConfig(
  clientBuild,
  defineConfig({
    test: {
      root: '.',
      include: ['tests/endurance/**/*.test.ts'],
      testTimeout: 7_200_000,
      hookTimeout: 300_000,
      maxWorkers: 1,
      disableConsoleIntercept: true,
    },
  }),
)
