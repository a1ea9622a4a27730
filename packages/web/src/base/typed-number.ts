/** `120,000.50` → `120000.50`; null: not a number without a sign, or commas that don't group thousands. */
export function typedNumber(typed: string): string | null {
  const text = typed.trim();
  const isNumber = /^(\d{1,20}|\d{1,3}(,\d{3}){1,6})(\.\d{1,20})?$/.test(text);
  return isNumber ? text.replaceAll(',', '') : null;
}
