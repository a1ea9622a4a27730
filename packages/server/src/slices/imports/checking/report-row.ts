import { numberReader } from './numbers.ts';

/** Words that begin the row of a total, and nothing else. */
const TOTAL =
  /^(?:grand|sub|report|overall|page|column|gesamt|zwischen)?[\s-]*(?:totals?|sum|summary|count|average|summe|total général)(?:\s+(?:amount|records?|rows?|count|revenue|sales))?\s*[:=]?\s*(?:\(?[\d.,]+(?:\s+\w+)?\)?)?$|^gesamt$/i;
/** Words that begin a line below a table: who made it, when, from what, and who may read it. */
const FOOTER =
  /^(?:(?:report\s+)?(?:generated|exported|created|printed|prepared|produced|downloaded|run|data)\s+(?:by|on|at|from|as of)\b|as of\b|page\s+\d+|copyright\b|©|\(c\)\s|confidential\b|filtered by\b|applied filters?\b|source\s*:|note\s*:|end of (?:report|file|data)\b|\d[\d.,]*\s+(?:records?|rows?|results?)\b|(?:total\s+)?(?:records?|rows?)\s*:\s*\d|erstellt (?:am|von)\b|exportiert (?:am|von)\b|seite\s+\d+)/i;

const CODE = /^[A-Z]{3}$/;

/** Why a row that can’t be read is a part of a report and no record; null: it may be a record. */
export type ReportRow = 'Total row' | 'Report footer' | 'Repeated header' | null;

/**
 * Recognizes what reports write besides records: a total, whose other cells are sums; a footer, which is one cell; and the header
 * of a further page. Made once per file, and asked only about rows with errors, so that no good row is lost.
 */
export function reportReader({
  names,
  header,
  decimal,
}: {
  names: readonly string[];
  header: boolean;
  decimal: '.' | ',';
}): (cells: readonly string[]) => ReportRow {
  const read = numberReader(decimal);
  const isSum = (text: string) => CODE.test(text) || read(text, () => '') !== '';
  return (cells) => {
    if (header && isHeader(cells, names)) return 'Repeated header';
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
    const [first = '', ...others] = filled;
    if (others.length === 0 && names.length > 1 && FOOTER.test(first)) return 'Report footer';
    return TOTAL.test(first) && others.every((text) => TOTAL.test(text) || isSum(text)) ? 'Total row' : null;
  };
}

function isHeader(cells: readonly string[], names: readonly string[]): boolean {
  const named = cells.filter((cell) => cell.trim() !== '').length;
  return named > 1 && cells.every((cell, at) => cell.trim() === '' || cell.trim() === names[at]);
}
