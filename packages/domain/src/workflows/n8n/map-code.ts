import { NotTranslated } from './js-tokens.ts';
import { plainSetting } from './settings.ts';
import { itself, listOf, type Making, ONE, type Step, single } from './step.ts';

/** Longest program of a Code step, in characters. */
const MAX_CODE = 20_000;

/** A step that a program names: `$('Name')`, `$node["Name"]`, `$items("Name")`. */
const NAMED = /\$(?:node\s*\[|items\s*\(|\s*\()\s*(["'`])((?:(?!\1)[^\\\n])+)\1/g;

/** What a program of n8n may use and a sealed one has not. */
const MISSING =
  /\b(?:DateTime|Duration|Interval|require|fetch|axios|Buffer|crypto|process|setTimeout|setInterval|atob|btoa|URL|URLSearchParams|TextEncoder|TextDecoder|this\.helpers|helpers|binary)\b|\$(?:now|today|binary|env|vars|workflow|execution|jmespath|getWorkflowStaticData|prevNode|runIndex|parameter|secrets|getPairedItem)\b|\bgetWorkflowStaticData\b/g;

/**
 * Code, Function and Function Item: the program itself, between lines that give n8n's names to what arrives. Null for Python, and where it
 * gets too long.
 */
export function codeStep(making: Making): Step | null {
  const { kind, parameters } = making.node;
  const language = plainSetting(parameters.language) ?? 'javaScript';
  const source = parameters[kind === 'code' ? 'jsCode' : 'functionCode'];
  if (!/^javascript$/i.test(language) || typeof source !== 'string') return null;
  const names = [...new Set([...source.matchAll(NAMED)].map((found) => found[2] ?? ''))];
  const isEach = kind === 'functionItem' || parameters.mode === 'runOnceForEachItem';
  const one = !isEach && returnsOne(source);
  const code = [...begin(names), ...(isEach ? forEach(kind, source) : forAll(source, one))].join('\n');
  if (code.length > MAX_CODE || names.length > 40) return null;
  const missing = new Set(withoutComments(source).match(MISSING) ?? []);
  if (missing.size > 0) making.note(`Rewrite what it does with ${[...missing].join(', ')}: code has none.`);
  const values = [
    { name: 'items', value: listOf(making) },
    ...names.map((name, at) => ({
      name: `step${at + 1}`,
      value: itemsNamed(making, name),
    })),
  ];
  if (one && source.match(/\breturn\s*(?:\[|items\b|\$input)/g)?.length !== 1)
    making.note('Its last line returns one item. Check that it never returns several.');
  return single(making, 'code', { code, values }, one ? ONE : { kind: 'list', of: itself, rows: making.id });
}

/** The items of another step; where it is not known which, something that can’t be published. */
function itemsNamed({ settings, note }: Making, name: string): string {
  try {
    return settings.scope.node(name).all();
  } catch (fault) {
    if (!(fault instanceof NotTranslated)) throw fault;
    note(`Enter the items of “${name.slice(0, 60)}” as a value: ${fault.message}.`);
    return `$n8n $(${JSON.stringify(name)})`;
  }
}

function begin(names: readonly string[]): readonly string[] {
  const list =
    'const listed = (all) => ({ all: () => all, first: () => all[0], last: () => all.at(-1), item: all[0] });';
  const wrap = 'const wrapped = (list) => list.map((json) => ({ json }));';
  if (names.length === 0) return [wrap, list];
  const steps = names.map((name, at) => `${JSON.stringify(name)}: wrapped(values.step${at + 1})`).join(', ');
  return [
    wrap,
    list,
    `const steps = { ${steps} };`,
    'const $ = (name) => ({ ...listed(steps[name]), json: steps[name][0]?.json });',
    'const $node = Object.fromEntries(Object.keys(steps).map((name) => [name, $(name)]));',
    'const $items = (name) => steps[name];',
  ];
}

function forAll(source: string, one: boolean): readonly string[] {
  return [
    'const items = wrapped(values.items);',
    'const $input = listed(items);',
    'const $json = items[0]?.json;',
    'const run = async () => {',
    source,
    '};',
    'const made = [await run()].flat().filter((one) => one != null).map((one) => one.json ?? one);',
    ...(one
      ? [
          'if (made.length !== 1) throw new Error("It returned " + made.length + " items instead of one.");',
          'return made[0];',
        ]
      : ['return made;']),
  ];
}

function forEach(kind: string, source: string): readonly string[] {
  const item = kind === 'functionItem' ? '$json' : '{ json: $json }';
  return [
    'const run = async ($json, $itemIndex) => {',
    `const item = ${item};`,
    'const $input = { item: { json: $json } };',
    source,
    '};',
    'const made = [];',
    'for (const [at, json] of values.items.entries()) made.push(await run(json, at));',
    'return made.flat().filter((one) => one != null).map((one) => one.json ?? one);',
  ];
}

/** Whether the last `return` of a program names one item: `return { … }` or `return [{ … }]`. */
function returnsOne(source: string): boolean {
  const last = source.slice(source.lastIndexOf('return') + 'return'.length).trimStart();
  const inner = last.startsWith('[') ? last.slice(1).trimStart() : last;
  if (!inner.startsWith('{')) return false;
  const rest = inner.slice(closeOf(inner) + 1).trimStart();
  return last.startsWith('[') ? /^,?\s*\]\s*;?\s*\}*\s*$/.test(rest) : /^;?\s*\}*\s*$/.test(rest);
}

/** Where the bracket with which a text begins is closed; its length if it never is. */
function closeOf(text: string): number {
  let depth = 0;
  for (const found of text.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[[{(]|[\]})]/gs)) {
    if (/^[[{(]$/.test(found[0])) depth += 1;
    else if (/^[\]})]$/.test(found[0])) depth -= 1;
    if (depth === 0) return found.index;
  }
  return text.length;
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`])\/\/.*$/gm, '$1');
}
