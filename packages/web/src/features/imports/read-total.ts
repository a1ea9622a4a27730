import type { Mapping } from '@attain/contract/imports';

/** A typed total, read by the decimal sign of its file; null: blank. What is no number stays as it is, for the server to reject. */
export function readTotal(typed: string, sign: Mapping['decimal']): string | null {
  const [whole = '', ...others] = typed.replace(/\s/g, '').split(sign);
  const inGroups = sign === ',' ? /^-?\d{1,3}(\.\d{3})+$/ : /^-?\d{1,3}(,\d{3})+$/;
  return [inGroups.test(whole) ? whole.replace(/[.,]/g, '') : whole, ...others].join('.') || null;
}
