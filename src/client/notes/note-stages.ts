import { createChangeStages } from '#client/outbox/change-stages.ts'

/** The stages of the edits of the person's notes. */
export const noteStages = createChangeStages<string>()
