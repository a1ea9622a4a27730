/** An id of this kind that the list does not use yet: `capability-3`. */
export function freshId(kind: string, list: readonly { readonly id: string }[]): string {
  let number = list.length + 1;
  while (list.some(({ id }) => id === `${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}
