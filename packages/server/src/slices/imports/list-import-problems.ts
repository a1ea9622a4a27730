import type { ImportChange, ImportProblem, ImportSkip } from '@attain/contract/imports';
import type { AppContext } from '../../app-context.ts';
import type { Actor } from '../../base/actor.ts';
import { aCount, decodeTypedCursor, onePage } from '../../base/cursor.ts';
import { ruleOf } from './checking/rule-of.ts';
import { selectChanges, selectProblems, selectSkips } from './imports-store.ts';
import { ABSENT_LINE } from './merging/absent-rows.ts';
import { readableImport } from './read-import.ts';

type PageInput = { id: string; limit: number; cursor?: string | undefined };

/** All problems of the check, by line. Throws NOT_FOUND, and BAD_INPUT for a foreign cursor. */
export function listImportProblems(
  ctx: AppContext,
  actor: Actor,
  input: PageInput,
): Promise<{ rows: ImportProblem[]; nextCursor: string | null }> {
  return ctx.read(actor, async (tx) => {
    const { kind } = await readableImport(tx, actor, input.id);
    const rows = await selectProblems(tx, { id: input.id, after: placeOf(input.cursor), limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.seq]);
    return {
      ...page,
      rows: page.rows.map(({ seq: _, ...problem }) => ({ ...problem, rule: ruleOf(kind, problem.field) })),
    };
  });
}

/**
 * All stored rows a commit would change, field by field, by line. Throws NOT_FOUND, and BAD_INPUT for a foreign cursor.
 */
export function listImportChanges(
  ctx: AppContext,
  actor: Actor,
  input: PageInput,
): Promise<{ rows: ImportChange[]; nextCursor: string | null }> {
  return ctx.read(actor, async (tx) => {
    await readableImport(tx, actor, input.id);
    const rows = await selectChanges(tx, { id: input.id, after: placeOf(input.cursor), limit: input.limit });
    const page = onePage(rows, input.limit, (row) => [row.line]);
    const isInFile = ({ line }: { line: number }) => line <= ABSENT_LINE;
    return { ...page, rows: page.rows.map((row) => ({ ...row, line: isInFile(row) ? row.line : null })) };
  });
}

/** The rows that are not imported on purpose, by line. Throws NOT_FOUND, and BAD_INPUT for a foreign cursor. */
export function listImportSkips(
  ctx: AppContext,
  actor: Actor,
  input: PageInput,
): Promise<{ rows: ImportSkip[]; nextCursor: string | null }> {
  return ctx.read(actor, async (tx) => {
    await readableImport(tx, actor, input.id);
    const rows = await selectSkips(tx, { id: input.id, after: placeOf(input.cursor), limit: input.limit });
    return onePage(rows, input.limit, (row) => [row.line]);
  });
}

function placeOf(cursor: string | undefined): number {
  const [place = '0'] = decodeTypedCursor(cursor, [aCount]) ?? [];
  return Number(place);
}
