/** The credit that the licence of the prefectures' outlines requires. */
export const OUTLINES_CREDIT = 'Outlines of prefectures: svg-maps (CC BY 4.0).'
