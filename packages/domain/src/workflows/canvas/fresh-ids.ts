/** An id for each name that nobody has yet: `calculator-1`, `calculator-2`; the same for the same workflow. */
export function freshIds(
  taken: readonly { readonly id: string }[],
  names: readonly string[],
): readonly string[] {
  const used = new Set(taken.map(({ id }) => id));
  const reached = new Map<string, number>();
  return names.map((name) => {
    let number = reached.get(name) ?? 1;
    while (used.has(`${name}-${number}`)) number += 1;
    reached.set(name, number + 1);
    return `${name}-${number}`;
  });
}
