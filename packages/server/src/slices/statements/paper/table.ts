import { setImmediate } from 'node:timers/promises';
import { ink, leading, type Paper, type } from './paper.ts';
import type { Style } from './typeface.ts';

/** A table column: title, width (as parts of the whole), and whether texts are right-aligned. */
export interface Column {
  readonly name: string;
  readonly parts: number;
  readonly right?: boolean;
}

interface Placed extends Column {
  readonly x: number;
  readonly width: number;
}

const padding = { x: 4, y: 4 };

/**
 * Draws a table over as many pages as it needs, its head on top of each. `sum` is the last row, set bold.
 * A row is never cut by a page's end. Other work gets its turn between rows: thousands of them take a second.
 */
export async function drawTable(
  paper: Paper,
  columns: readonly Column[],
  content: { rows: readonly (readonly string[])[]; sum?: readonly string[]; title: string },
): Promise<void> {
  const placed = place(paper, columns);
  const headHeight = leading(type.cellHead.size) + padding.y * 2;
  const first = content.rows[0] ?? content.sum ?? [];
  paper.makeRoom(headHeight + heightOf(paper, placed, first, type.cell) + 4);
  const table = paper.open('Table', { title: content.title });
  paper.within('THead', () => drawHead(paper, placed));
  const body = paper.open('TBody');
  for (const [at, row] of content.rows.entries()) {
    if (at % 25 === 24) await setImmediate();
    drawRow(paper, placed, row, type.cell);
  }
  if (content.sum) drawRow(paper, placed, content.sum, type.cellSum);
  body.close();
  table.close();
}

function place(paper: Paper, columns: readonly Column[]): Placed[] {
  const all = columns.reduce((sum, column) => sum + column.parts, 0);
  let x = paper.left;
  return columns.map((column) => {
    const width = (paper.width * column.parts) / all;
    x += width;
    return { ...column, x: x - width, width };
  });
}

function drawHead(paper: Paper, columns: readonly Placed[]): void {
  shadeHead(paper);
  paper.within('TR', () => {
    for (const column of columns) {
      paper.tagged('TH', () => drawCell(paper, column, [column.name], type.cellHead), { scope: 'Column' });
    }
  });
  paper.y += leading(type.cellHead.size) + padding.y * 2;
}

/** The head again on a further page: there for the eye, while a screen reader has it already. */
function repeatHead(paper: Paper, columns: readonly Placed[]): void {
  shadeHead(paper);
  paper.unread(() => {
    for (const column of columns) drawCell(paper, column, [column.name], type.cellHead);
  }, 'Pagination');
  paper.y += leading(type.cellHead.size) + padding.y * 2;
}

function shadeHead(paper: Paper): void {
  const height = leading(type.cellHead.size) + padding.y * 2;
  paper.unread(() => paper.doc.rect(paper.left, paper.y, paper.width, height).fill(ink.shade));
}

function drawRow(paper: Paper, columns: readonly Placed[], row: readonly string[], style: Style): void {
  const height = heightOf(paper, columns, row, style);
  if (paper.makeRoom(height)) repeatHead(paper, columns);
  paper.within('TR', () => {
    for (const [at, column] of columns.entries()) {
      const lines = linesOf(paper, column, row[at] ?? '', style);
      paper.tagged('TD', () => drawCell(paper, column, lines, style));
    }
  });
  paper.y += height;
  paper.rule();
}

function linesOf(paper: Paper, column: Placed, text: string, style: Style): string[] {
  return paper.type.wrap(text, style, column.width - padding.x * 2);
}

function heightOf(paper: Paper, columns: readonly Placed[], row: readonly string[], style: Style): number {
  const max = columns.map((column, at) => linesOf(paper, column, row[at] ?? '', style).length);
  return Math.max(1, ...max) * leading(style.size) + padding.y * 2;
}

function drawCell(paper: Paper, column: Placed, lines: readonly string[], style: Style): void {
  for (const [at, line] of lines.entries()) {
    const y = paper.y + padding.y + style.size + at * leading(style.size);
    if (column.right) paper.line(line, { x: column.x + column.width - padding.x, y, toLeft: true }, style);
    else paper.line(line, { x: column.x + padding.x, y }, style);
  }
}
