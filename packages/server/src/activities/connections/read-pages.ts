import type { Scope } from '@attain/domain/workflows/expressions/evaluate';
import { evaluate } from '@attain/domain/workflows/expressions/evaluate';
import { parseExpression } from '@attain/domain/workflows/expressions/parse-expression';
import type { JsonObject, JsonValue } from '@attain/domain/workflows/json-value';
import { MAX_OUTPUT } from '@attain/domain/workflows/steps/volume';
import { EffectFailed } from '../../runs/engine/effect-failed.ts';

/** One page: its answer as expressions see it, and its size. */
export interface Page {
  readonly status: number;
  readonly headers: JsonObject;
  readonly body: JsonValue;
  readonly bytes: number;
}

/**
 * Reads page after page and joins their items (WF-96). It ends with the last page, at the page limit (`more` is true), and fails
 * beyond the size of an output. `call` is given the address and the number of the page, from 0.
 */
export async function readPages(
  config: JsonObject,
  url: string,
  call: (url: string, at: number) => Promise<Page>,
): Promise<JsonObject> {
  const items: JsonValue[] = [];
  const called = new Set<string>();
  const first = firstAddress(config, url);
  let bytes = 0;
  for (let next: string | null = first, at = 0; ; at += 1) {
    called.add(next);
    const page = await call(next, at);
    bytes += page.bytes;
    if (bytes > MAX_OUTPUT)
      throw new EffectFailed(
        'ANSWER_TOO_LARGE',
        `The pages have more than ${MAX_OUTPUT} bytes. Read fewer pages, or ask for fewer fields.`,
      );
    const found = itemsOf(config, page, at);
    items.push(...found);
    next = nextAddress(config, page, { from: next, first, at, isEmpty: found.length === 0 });
    const pages = at + 1;
    const { status, headers } = page;
    if (next === null) return { status, headers, body: items, pages, more: false };
    if (called.has(next))
      throw new EffectFailed('BAD_ANSWER', `Page ${pages} names an address that was read already.`);
    if (pages >= Number(config.maxPages)) return { status, headers, body: items, pages, more: true };
  }
}

function firstAddress(config: JsonObject, url: string): string {
  if (config.paging !== 'page-number') return url;
  return withParameter(url, parameterOf(config), String(config.firstPage));
}

interface Place {
  readonly from: string;
  readonly first: string;
  readonly at: number;
  readonly isEmpty: boolean;
}

function nextAddress(config: JsonObject, page: Page, place: Place): string | null {
  if (config.paging === 'page-number') {
    if (place.isEmpty) return null;
    return withParameter(place.first, parameterOf(config), String(Number(config.firstPage) + place.at + 1));
  }
  const said = saidNext(config, page, place.at);
  if (said === null || said === '' || said === false) return null;
  if (typeof said !== 'string' && typeof said !== 'number')
    throw new EffectFailed(
      'BAD_CONFIG',
      `The next page must be text, but is ${JSON.stringify(said).slice(0, 100)}.`,
    );
  if (config.paging === 'cursor') return withParameter(place.first, parameterOf(config), String(said));
  return linkFrom(place.from, String(said));
}

function saidNext(config: JsonObject, page: Page, at: number): JsonValue {
  const { nextPage } = config;
  if (typeof nextPage === 'string' && nextPage !== '') return answer(nextPage, page, at) ?? null;
  return nextLink(String(page.headers.link ?? ''));
}

/** The target of `rel="next"` in a header Link (RFC 8288); null without one. */
export function nextLink(header: string): string | null {
  for (const [, target = '', parameters = ''] of header.matchAll(
    /<([^>]*)>((?:\s*;\s*[^,;="]+(?:=(?:"[^"]*"|[^,;"]*))?)*)/g,
  )) {
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^;,\s]*))/i.exec(parameters);
    if ((rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) return target;
  }
  return null;
}

/** A link from a page: at the same origin only, because headers of the step go with it. */
function linkFrom(from: string, link: string): string {
  if (!URL.canParse(link, from))
    throw new EffectFailed('BAD_ANSWER', `“${link.slice(0, 200)}” is not the address of a next page.`);
  const target = new URL(link, from);
  if (target.origin === new URL(from).origin) return target.href;
  throw new EffectFailed(
    'BAD_ANSWER',
    `The next page is on another host, ${target.host}. It was not called.`,
  );
}

function parameterOf({ pageParameter, paging }: JsonObject): string {
  if (typeof pageParameter === 'string' && pageParameter !== '') return pageParameter;
  return paging === 'cursor' ? 'cursor' : 'page';
}

function withParameter(url: string, name: string, value: string): string {
  const [address = '', query = ''] = url.split('#')[0]?.split(/\?(.*)/s) ?? [];
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return `${address}?${parameters}`;
}

function itemsOf(config: JsonObject, page: Page, at: number): readonly JsonValue[] {
  const { items } = config;
  const found = typeof items === 'string' && items !== '' ? answer(items, page, at) : page.body;
  if (Array.isArray(found)) return found;
  if (found === null || found === '') return [];
  const where = typeof items === 'string' && items !== '' ? items : 'The body';
  throw new EffectFailed(
    'BAD_ANSWER',
    `${where} is not a list on page ${at + 1}. Set Items, such as body.data.`,
  );
}

/** The value of an expression about an answer. Fails with EXPRESSION. */
function answer(text: string, page: Page, at: number): JsonValue {
  const { status, headers, body } = page;
  const names: JsonObject = { status, headers, body, page: at + 1 };
  const scope: Scope = {
    named: (name) => (Object.hasOwn(names, name) ? names[name] : undefined),
    node: () => undefined,
  };
  const parsed = parseExpression(text);
  const read = parsed.ok ? evaluate(parsed.value, scope) : parsed;
  if (read.ok) return read.value;
  throw new EffectFailed('EXPRESSION', `${text.slice(0, 200)}: ${read.problems[0].message}`);
}
