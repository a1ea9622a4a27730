/** Heads of columns that show the name of a record. A territory has no ID: its name is its key. */
const names =
  /(\b([Pp]articipant|[Pp]ayee|[Pp]lan|[Cc]omponent|[Mm]anager|[Tt]eam|[Aa]gent|[Ww]orkflow|[Ss]uite|[Cc]ase|[Pp]erson)|[a-z]Name)$/;
const ids = /(\b|[a-z])id$/i;

/** Columns of a file that show a record’s name without the column of its ID next to it. */
export function namesWithoutId(head: readonly string[]): string[] {
  return head.filter((name, at) => {
    const next = [head[at - 1] ?? '', head[at + 1] ?? ''];
    return names.test(name) && !next.some((other) => ids.test(other));
  });
}
