/**
 * Says what a section is doing. Progress goes to the error output, because the standard output holds
 * only the table.
 */
export function logProgress(text: string) {
  console.error(`  ${text}`)
}
