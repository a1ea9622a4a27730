import type { Shape } from '@attain/domain/base/json-shape';
import { parseExpression } from '@attain/domain/workflows/expressions/parse-expression';
import { parseTemplate } from '@attain/domain/workflows/expressions/parse-template';
import type { JsonValue } from '@attain/domain/workflows/json-value';

/** The parse error of an expression or template with its position, if any. Never evaluates it. */
export function textFault({ format }: Shape, value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (format !== 'expression' && format !== 'template' && format !== 'answer') return undefined;
  const parsed = format === 'template' ? parseTemplate(value) : parseExpression(value);
  return parsed.ok ? undefined : parsed.problems[0].message;
}
