import type { Code } from './attain-code.ts';
import type { Js } from './parse-js.ts';

/** The items that a step of n8n gets or gives, as Attain has them. */
export interface Items {
  /** The item that belongs to the one at hand. */
  readonly item: () => Code;
  readonly first: () => Code;
  readonly last: () => Code;
  /** The list of all. */
  readonly all: () => string;
}

/** What a setting of one step may name. */
export interface JsScope {
  readonly input: Items;
  readonly node: (name: string) => Items;
  /** The zone of `$now`. */
  readonly zone: string;
  readonly workflow: string;
  /** The number of the item at hand. */
  readonly index: string | null;
  readonly variable: (name: string) => void;
  /** Something that the reader of the import has to check. */
  readonly note: (message: string) => void;
}

/** A value, or one of n8n's own objects, which have no value of their own. */
export type Thing =
  | { readonly is: 'value'; readonly code: Code }
  | { readonly is: 'item'; readonly json: () => Code }
  | { readonly is: 'items'; readonly items: Items }
  | { readonly is: 'list of items'; readonly list: string }
  | { readonly is: 'object'; readonly name: string }
  | { readonly is: 'pattern'; readonly text: string; readonly flags: string };

/** What the translation of a method needs. */
export interface JsTranslator {
  readonly scope: JsScope;
  readonly code: (js: Js) => Code;
  readonly truth: (js: Js) => Code;
  /** A function of one item, over a list: its name in Attain, what it may name, and its body. */
  readonly over: (
    js: Js | undefined,
    item: (name: string) => Thing,
  ) => readonly [name: string, inner: JsTranslator, body: Js];
}
