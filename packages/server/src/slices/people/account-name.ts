/** The one spelling an account is stored, found and counted under: what people type differs in case, spaces and composition. */
export function accountName(typed: string): string {
  return typed.normalize('NFC').trim().toLowerCase();
}
