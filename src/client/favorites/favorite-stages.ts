import { createChangeStages } from '#client/outbox/change-stages.ts'

/** The stages of the changes of favorites. */
export const favoriteStages = createChangeStages<number>()
