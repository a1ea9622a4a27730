import ts from 'typescript';

/** A text in a source file, with the name of the property or attribute it is given to. */
export type CodeText = { key: string; text: string; line: number };

/** The texts of a catalogue or contract file: its strings and templates, a figure in a template read as one word. */
export function stringsIn(file: string, source: string): CodeText[] {
  return collect(file, source, (node, add) => {
    if (ts.isImportDeclaration(node)) return false;
    const text = literalText(node);
    if (text !== undefined && / /.test(text.trim())) add(keyOf(node), text);
    return !ts.isTemplateExpression(node);
  });
}

/** Attributes that a person reads or hears. */
const READ =
  /^(title|label|placeholder|alt|help|hint|subtitle|tooltip|description|empty|aria-(label|description))$/;

/** The texts that a component writes itself, between its tags or in an attribute. */
export function textsInTags(file: string, source: string): CodeText[] {
  return collect(file, source, (node, add) => {
    if (ts.isJsxText(node)) addWords('', node.text);
    else if (ts.isJsxExpression(node) && node.expression && readable(node)) choices(node.expression);
    else if (ts.isJsxAttribute(node) && READ.test(node.name.getText()) && node.initializer)
      addWords(node.name.getText(), literalText(node.initializer) ?? '');
    return true;

    function addWords(key: string, text: string): void {
      if (/\p{L}{2}/u.test(text)) add(key, text.trim());
    }
    function choices(expression: ts.Expression): void {
      const text = literalText(expression);
      if (text !== undefined) addWords('', text);
      else if (ts.isConditionalExpression(expression)) {
        choices(expression.whenTrue);
        choices(expression.whenFalse);
      }
    }
  });
}

/** True if an expression in braces is shown: as a child of a tag, or as the value of a visible attribute. */
function readable(node: ts.JsxExpression): boolean {
  return ts.isJsxAttribute(node.parent) ? READ.test(node.parent.name.getText()) : true;
}

function literalText(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join('');
}

/** The nearest property around a text. */
function keyOf(node: ts.Node): string {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent)
    if (ts.isPropertyAssignment(at)) return at.name.getText();
  return '';
}

type Visit = (node: ts.Node, add: (key: string, text: string) => void) => boolean;

function collect(file: string, source: string, visit: Visit): CodeText[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: CodeText[] = [];
  const walk = (node: ts.Node): void => {
    const line = () => tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (visit(node, (key, text) => found.push({ key, text, line: line() }))) ts.forEachChild(node, walk);
  };
  walk(tree);
  return found;
}
