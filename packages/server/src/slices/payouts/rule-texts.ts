import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A rule by its number, as RULES.md of its folder states it. */
export interface RuleText {
  readonly rule: string;
  readonly text: string;
}

const texts = readRuleTexts();

/** The texts of the rules, in the order of the numbers given. Throws for a number that no RULES.md has: a defect. */
export function ruleTexts(rules: readonly string[]): RuleText[] {
  return rules.map((rule) => {
    const text = texts.get(rule);
    if (text === undefined) throw new Error(`Rule ${rule} is in no RULES.md of packages/domain.`);
    return { rule, text };
  });
}

/** Reads every item `- **PAY-7** text` of the domain's RULES.md files, once, when the server starts. */
function readRuleTexts(): ReadonlyMap<string, string> {
  // Found through the package, so that this file can move.
  const domain = dirname(dirname(createRequire(import.meta.url).resolve('@attain/domain/base/result')));
  const found = new Map<string, string>();
  for (const folder of readdirSync(domain)) {
    for (const [rule, text] of rulesIn(join(domain, folder, 'RULES.md'))) found.set(rule, text);
  }
  return found;
}

function rulesIn(path: string): (readonly [string, string])[] {
  let book: string;
  try {
    book = readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
  const items = book.matchAll(/^- \*\*([A-Z]+-\d+[a-z]?)\*\* (.*(?:\n {2,}\S.*)*)/gm);
  return [...items].map(([, rule = '', text = '']) => [rule, plainText(text)] as const);
}

/** A rule's clauses as a person reads them, in one paragraph: without its source, line breaks and code marks. */
function plainText(markdown: string): string {
  const clauses = markdown.split(/\n {2}- /).filter((clause) => !clause.startsWith('_'));
  return clauses
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/`([^`]*)`/g, '$1');
}
