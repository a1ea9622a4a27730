/** No name makes a longer id than this, before its number. */
const LONGEST = 100;

/**
 * An id made of a name, `Payout check (EU)` → `payout-check-eu`; `otherwise` when nothing readable is left of it. When it is
 * taken, the first free number from 2 on stands behind it.
 */
export function kebabId(name: string, otherwise: string, taken: Iterable<string>): string {
  const base = kebab(name) || otherwise;
  const there = new Set(taken);
  if (!there.has(base)) return base;
  let number = 2;
  while (there.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}

/** A name in kebab-case, without marks on letters; empty when nothing readable is left of it. */
export function kebab(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
}
