import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '..');
const places = [
  'builder',
  'features/agents',
  'features/canvas',
  'features/runs',
  'features/connections',
  'features/telemetry',
  'features/versions',
  'features/deployments',
  'features/policies',
  'features/roles',
  'features/compliance',
  'features/contracts',
  'features/suites',
  'features/costs',
];
const files = places.flatMap((place) => globSync(`${place}/**/*.tsx`, { cwd: web }));
const buttons = files.flatMap((file) => buttonsOf(file, readFileSync(join(web, file), 'utf8')));

test('[BSTATE-01] [CONF-BUILD-14] every button of the agent builder acts, submits its form, or opens or closes its container', () => {
  expect(buttons.length).toBeGreaterThan(80);
  expect(buttons.filter(({ acts }) => !acts).map(({ at }) => at)).toEqual([]);
});

test('[CONF-BUILD-15] no screen of the agent builder plays work with a timer', () => {
  const all = places.flatMap((place) => globSync(`${place}/**/*.{ts,tsx}`, { cwd: web }));
  const timed = all.filter(
    (file) =>
      !file.includes('.test.') && /\bset(Timeout|Interval)\(/.test(readFileSync(join(web, file), 'utf8')),
  );
  // stores the canvas’s undo history once typing pauses
  expect(timed).toEqual(['features/canvas/editing/use-kept-history.ts']);
});

type Found = { readonly at: string; readonly acts: boolean };

/** The buttons of a file; what spreads what it is given is a look of its own, whose users are found themselves. */
function buttonsOf(file: string, text: string): Found[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: Found[] = [];
  const walk = (node: ts.Node) => {
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) {
      if (['Button', 'IconButton', 'button'].includes(node.tagName.getText())) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push({ at: `${file}:${line}`, acts: labelled(node) || isOpener(node) });
      }
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  return found;
}

function labelled(node: ts.JsxSelfClosingElement | ts.JsxOpeningElement): boolean {
  return node.attributes.properties.some((one) => {
    if (ts.isJsxSpreadAttribute(one)) return true;
    const name = one.name.getText();
    return name === 'onClick' || (name === 'type' && one.initializer?.getText() === '"submit"');
  });
}

/** What closes the sheet around it, or is handed in as what opens a menu. */
function isOpener(node: ts.Node): boolean {
  for (let up = node.parent; up; up = up.parent) {
    if (ts.isJsxAttribute(up)) return up.name.getText() === 'trigger';
    if (ts.isJsxElement(up) && up.openingElement !== node)
      if (['CloseSheet', 'Popover', 'DropdownMenu'].includes(up.openingElement.tagName.getText()))
        return true;
  }
  return false;
}
