/** Copies a text; false where the clipboard refuses it or is missing, as on pages without a secure connection. Never throws. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
