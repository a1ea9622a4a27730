import type { Expression } from './expression.ts';
import { parseExpression } from './parse-expression.ts';
import { parseTemplate } from './parse-template.ts';

/** The steps whose output an expression or template looks at by `nodes.<id>` or `nodes["id"]`; of what does not parse, none. */
export function nodesNamed(written: {
  readonly format: 'expression' | 'template';
  readonly text: string;
}): readonly string[] {
  const found = new Set<string>();
  if (written.format === 'expression') {
    const parsed = parseExpression(written.text);
    if (parsed.ok) collect(parsed.value, found);
  } else {
    const parsed = parseTemplate(written.text);
    for (const part of parsed.ok ? parsed.value : []) {
      if (typeof part !== 'string') collect(part.expression, found);
    }
  }
  return [...found];
}

function collect(expression: Expression, found: Set<string>): void {
  if ((expression.kind === 'field' || expression.kind === 'has') && isNodes(expression.of)) {
    found.add(expression.name);
  } else if (expression.kind === 'index' && isNodes(expression.of) && expression.key.kind === 'literal') {
    if (typeof expression.key.value === 'string') found.add(expression.key.value);
  }
  for (const inner of innerOf(expression)) collect(inner, found);
}

function isNodes(expression: Expression): boolean {
  return expression.kind === 'name' && expression.name === 'nodes';
}

/** The expressions directly inside one. */
export function innerOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'field':
    case 'has':
    case 'unary':
      return [expression.of];
    case 'index':
      return [expression.of, expression.key];
    case 'call':
      return expression.given;
    case 'macro':
      return [expression.of, expression.body];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.test, expression.yes, expression.no];
    case 'list':
      return expression.items;
    case 'map':
      return expression.entries.flat();
  }
}
