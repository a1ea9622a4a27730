import type { Expression, ExpressionProblem, ExpressionResult } from './expression.ts';
import { parseExpression } from './parse-expression.ts';

/** A parsed template: texts, and expressions between them. */
export type Template = readonly (string | { readonly expression: Expression; readonly before: number })[];

/** Reads a text with `{{ expression }}` in it (WF-8); problems count their characters in the whole text. */
export function parseTemplate(source: string): ExpressionResult<Template> {
  const parts: Template[number][] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{{', at);
    if (open < 0) break;
    const close = source.indexOf('}}', open);
    if (close < 0) return stopped(open, 'The braces {{ are not closed by }}.');
    if (open > at) parts.push(source.slice(at, open));
    const before = open + 2;
    const inner = parseExpression(source.slice(before, close), before);
    if (!inner.ok) return inner;
    parts.push({ expression: inner.value, before });
    at = close + 2;
  }
  if (at < source.length) parts.push(source.slice(at));
  return { ok: true, value: parts };
}

function stopped(
  at: number,
  message: string,
): { readonly ok: false; readonly problems: readonly [ExpressionProblem] } {
  return {
    ok: false,
    problems: [{ rule: 'WF-8', path: '', message: `${message} (character ${at + 1})`, at }],
  };
}
