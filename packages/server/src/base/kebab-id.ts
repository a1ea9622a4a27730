const longest = 100;

/** A name in kebab-case, `Payout check (EU)` → `payout-check-eu`; `otherwise` when nothing readable is left of it. */
function kebab(name: string, otherwise: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
  return plain || otherwise;
}

/** An id made of a name; when it is taken, the first free number from 2 on stands behind it. `taken` finds ids that begin alike. */
export async function numberedId(
  name: string,
  otherwise: string,
  taken: (base: string) => Promise<readonly string[]>,
): Promise<string> {
  const base = kebab(name, otherwise);
  const there = new Set(await taken(base));
  if (!there.has(base)) return base;
  let number = 2;
  while (there.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
