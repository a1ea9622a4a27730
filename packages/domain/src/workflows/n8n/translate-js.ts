import {
  type Code,
  code,
  fieldOf,
  joined,
  known,
  LEVEL,
  plain,
  present,
  quote,
  record,
  truth,
  within,
} from './attain-code.ts';
import { globalCall, methodCall, momentPart } from './js-methods.ts';
import type { JsScope, JsTranslator, Thing } from './js-thing.ts';
import { NotTranslated } from './js-tokens.ts';
import { type Js, parseJs } from './parse-js.ts';

const OBJECTS = new Set(['Math', 'JSON', 'Object', 'DateTime', 'Date', 'Array', 'Number', 'String']);
const NO_EQUAL: Readonly<Record<string, string>> = {
  $binary: 'binary data is not available here',
  $env: 'environment variables are not available; use a workflow variable',
  $secrets: 'secrets belong in a connection',
  $runIndex: '$runIndex has no equivalent',
  $parameter: '$parameter has no equivalent',
  $prevNode: '$prevNode has no equivalent',
};
/** Names of Attain's expressions that an item can't have. */
const TAKEN = new Set(['input', 'row', 'run', 'vars', 'nodes', 'loop', 'in', 'has', 'true', 'false', 'null']);

/** A JavaScript expression of n8n as an expression of Attain. Throws `NotTranslated` with the reason where there is no equivalent. */
export function translateJs(source: string, scope: JsScope): Code {
  return short(plain(new Translator(scope).code(parseJs(source))));
}

/** Longest expression that is made: a few letters of JavaScript can double what is made of them. */
const MAX_MADE = 4_000;

function short(made: Code): Code {
  if (made.text.length > MAX_MADE) throw new NotTranslated('it is too long');
  return made;
}

class Translator implements JsTranslator {
  readonly scope: JsScope;
  readonly #names: ReadonlyMap<string, Thing>;

  constructor(scope: JsScope, names: ReadonlyMap<string, Thing> = new Map()) {
    this.scope = scope;
    this.#names = names;
  }

  /** The value of an expression. */
  code(js: Js): Code {
    const made = this.thing(js);
    if (made.is === 'value') return short(made.code);
    if (made.is === 'pattern') throw new NotTranslated('a pattern is not a value');
    throw new NotTranslated(
      made.is === 'object'
        ? `${made.name} is not a value`
        : 'an item as a whole has no equivalent; use its json',
    );
  }

  thing(js: Js): Thing {
    switch (js.kind) {
      case 'name':
        return this.#named(js.name);
      case 'member':
        return this.#member(js);
      case 'call':
        return this.#call(js);
      case 'pattern':
        return { is: 'pattern', text: js.text, flags: js.flags };
      default:
        return { is: 'value', code: this.#value(js) };
    }
  }

  #value(js: Exclude<Js, { kind: 'name' | 'member' | 'call' | 'pattern' }>): Code {
    switch (js.kind) {
      case 'number':
        if (/[eE]/.test(js.text)) throw new NotTranslated('it has a number with an exponent');
        return code(js.text, 'number');
      case 'text':
        return code(quote(js.text), 'text');
      case 'template':
        return joined(
          js.parts
            .filter((part) => part !== '')
            .map((part) => (typeof part === 'string' ? code(quote(part), 'text') : this.code(part))),
        );
      case 'new':
        return this.#made(js.of, js.given);
      case 'unary':
        return this.#unary(js.operator, js.of);
      case 'binary':
        return this.#binary(js.operator, js.left, js.right);
      case 'choice':
        return this.#choice(this.truth(js.test), this.code(js.yes), this.code(js.no));
      case 'list':
        return code(`[${js.items.map((item) => plain(this.code(item)).text).join(', ')}]`, 'list');
      case 'map':
        return this.#map(js.entries);
      case 'arrow':
        throw new NotTranslated('a function is not a value');
    }
  }

  /** Whether JavaScript takes the expression for true. */
  truth(js: Js): Code {
    if (js.kind === 'unary' && js.operator === '!')
      return code(`!${within(this.truth(js.of), LEVEL.unary)}`, 'flag', LEVEL.unary);
    if (js.kind !== 'binary' || (js.operator !== '&&' && js.operator !== '||')) return truth(this.code(js));
    const level = js.operator === '&&' ? LEVEL.and : LEVEL.or;
    return code(
      `${within(this.truth(js.left), level)} ${js.operator} ${within(this.truth(js.right), level)}`,
      'flag',
      level,
    );
  }

  /** A function of one item, over a list: its name in Attain and its body. */
  over(
    js: Js | undefined,
    item: (name: string) => Thing,
  ): readonly [name: string, inner: JsTranslator, body: Js] {
    if (js?.kind !== 'arrow' || js.names.length !== 1)
      throw new NotTranslated('only a function of one item has an equivalent');
    const given = js.names[0] as string;
    const name = /^[A-Za-z_][A-Za-z0-9_]*$/.test(given) && !TAKEN.has(given) ? given : 'each';
    return [name, new Translator(this.scope, new Map([...this.#names, [given, item(name)]])), js.body];
  }

  #named(name: string): Thing {
    const own = this.#names.get(name);
    if (own !== undefined) return own;
    if (name === '$json') return { is: 'value', code: this.scope.input.item() };
    if (name === '$input') return { is: 'items', items: this.scope.input };
    if (OBJECTS.has(name) || ['$node', '$workflow', '$execution', '$vars', '$'].includes(name))
      return { is: 'object', name };
    return { is: 'value', code: this.#constant(name) };
  }

  #constant(name: string): Code {
    const { zone, index } = this.scope;
    if (name === 'true' || name === 'false') return code(name, 'flag');
    if (name === 'null' || name === 'undefined') return code('null', 'null');
    if (name === '$now') return { ...code('now()', 'moment'), zone };
    if (name === '$today') return { ...code(`startOf(now(), "day", ${quote(zone)})`, 'moment'), zone };
    if ((name === '$itemIndex' || name === '$position') && index !== null) return code(index, 'number');
    throw new NotTranslated(known(NO_EQUAL, name) ?? `${name.slice(0, 40)} has no equivalent`);
  }

  #member({ of, key, optional }: Js & { readonly kind: 'member' }): Thing {
    const base = this.thing(of);
    const name = key.kind === 'text' ? key.text : null;
    if (base.is === 'object') return this.#ofObject(base.name, name ?? '');
    if (base.is === 'item') {
      if (name === 'json') return { is: 'value', code: base.json() };
      throw new NotTranslated(
        name === 'binary' ? 'binary data is not available here' : 'an item has only its json',
      );
    }
    if (base.is === 'items') {
      if (name === 'item') return { is: 'item', json: base.items.item };
      if (name === 'json') return { is: 'value', code: base.items.item() };
      throw new NotTranslated(`“${name ?? 'this field'}” of a step has no equivalent`);
    }
    if (base.is === 'list of items') return this.#ofItems(base.list, key);
    if (base.is === 'pattern') throw new NotTranslated('a pattern has no fields');
    return { is: 'value', code: short(this.#ofValue(base.code, key, optional)) };
  }

  #ofObject(object: string, name: string): Thing {
    if (object === '$node') return { is: 'items', items: this.scope.node(name) };
    if (object === '$item' && name === '$node') return { is: 'object', name: '$node' };
    const value = this.#fieldOfObject(object, name);
    if (value === null) throw new NotTranslated(`${object}.${name} has no equivalent`);
    return { is: 'value', code: value };
  }

  #fieldOfObject(object: string, name: string): Code | null {
    if (object === '$workflow' && name === 'name') return code(quote(this.scope.workflow), 'text');
    if (object === '$execution' && name === 'id') return code('run.id', 'text');
    if (object !== '$vars' || name === '') return null;
    const own = variableName(name);
    this.scope.variable(own);
    return code(`vars.${own}`);
  }

  #ofItems(list: string, key: Js): Thing {
    if (key.kind === 'text' && key.text === 'length')
      return { is: 'value', code: code(`size(${list})`, 'number') };
    if (key.kind !== 'number') throw new NotTranslated('a list of items has only numbered entries');
    return { is: 'item', json: () => code(`${list}[${key.text}]`) };
  }

  #ofValue(base: Code, key: Js, optional: boolean): Code {
    if (key.kind !== 'text') {
      const at = plain(this.code(key)).text;
      if (base.optional || optional)
        return code(
          `${present(base)} ? ${base.chain ? base.text : within(base, LEVEL.value)}[${at}] : null`,
          'any',
          LEVEL.choice,
        );
      return code(`${within(base, LEVEL.value)}[${at}]`);
    }
    const part = base.type === 'moment' ? momentPart(base, key.text) : null;
    if (part !== null) return part;
    if (key.text === 'length') return code(`size(${plain(base).text})`, 'number');
    const field = fieldOf(base, key.text);
    return optional ? { ...field, optional: true } : field;
  }

  #call({ of, given }: Js & { readonly kind: 'call' }): Thing {
    if (of.kind === 'name') return this.#function(of.name, given);
    if (of.kind !== 'member' || of.key.kind !== 'text')
      throw new NotTranslated('this call has no equivalent');
    return methodCall(this, this.thing(of.of), of.key.text, given);
  }

  #function(name: string, given: readonly Js[]): Thing {
    const [first] = given;
    if (name === '$' || name === '$items') {
      if (first?.kind !== 'text') throw new NotTranslated('a step is not named by a plain text');
      const items = this.scope.node(first.text);
      return name === '$' ? { is: 'items', items } : { is: 'list of items', list: items.all() };
    }
    if (name === '$item') return { is: 'object', name: '$item' };
    if (name === '$if' && given.length === 3) {
      const [test, yes, no] = given as [Js, Js, Js];
      return { is: 'value', code: this.#choice(this.truth(test), this.code(yes), this.code(no)) };
    }
    return { is: 'value', code: globalCall(this, name, given) };
  }

  #made(of: string, given: readonly Js[]): Code {
    const [first] = given;
    if (of !== 'Date' || given.length > 1) throw new NotTranslated(`new ${of} has no equivalent`);
    if (first === undefined) return { ...code('now()', 'moment'), zone: 'UTC' };
    return { ...plain(this.code(first)), type: 'moment', zone: 'UTC' };
  }

  #unary(operator: string, of: Js): Code {
    if (operator === '!') return this.truth({ kind: 'unary', operator, of });
    const value = this.code(of);
    if (operator === '-') return code(`-${within(value, LEVEL.unary)}`, 'number', LEVEL.unary);
    if (operator === '+') return code(`decimal(${plain(value).text})`, 'number');
    throw new NotTranslated(`${operator} has no equivalent`);
  }

  #choice(test: Code, yes: Code, no: Code): Code {
    const type = yes.type === no.type ? yes.type : 'any';
    return code(
      `${within(test, LEVEL.or)} ? ${within(yes, LEVEL.or)} : ${plain(no).text}`,
      type,
      LEVEL.choice,
    );
  }

  #map(entries: readonly (readonly [Js, Js])[]): Code {
    const made = entries.map(([key, value]) => {
      if (key.kind !== 'text' && key.kind !== 'number')
        throw new NotTranslated('a record has a computed field');
      return [key.text, plain(this.code(value)).text] as const;
    });
    return code(record(made), 'map');
  }

  #binary(operator: string, left: Js, right: Js): Code {
    if (operator === '&&' || operator === '||' || operator === '??')
      return this.#either(operator, left, right);
    const a = this.code(left);
    const b = this.code(right);
    if (operator.length === 3) this.#mixed(a, b);
    if (operator === '==' || operator === '===') return equality('==', a, b);
    if (operator === '!=' || operator === '!==') return equality('!=', a, b);
    if (operator === '+') return this.#plus(a, b);
    if (a.type === 'moment' && b.type === 'moment') return momentOrder(operator, a, b);
    const level = ['*', '/', '%'].includes(operator)
      ? LEVEL.times
      : operator === '-'
        ? LEVEL.plus
        : LEVEL.compare;
    const type = level === LEVEL.compare ? 'flag' : 'number';
    return code(
      `${within(a, level === LEVEL.compare ? level + 1 : level)} ${operator} ${within(b, level + 1)}`,
      type,
      level,
    );
  }

  /** JavaScript's strict comparison tells 5 from "5". */
  #mixed(a: Code, b: Code): void {
    const types = [a, b].map(({ type, text }) => (/^"-?\d+(\.\d+)?"$/.test(text) ? 'number' : type));
    if (types.includes('any') && types.every((type) => type === 'any' || type === 'number'))
      this.scope.note('=== compares numbers by their value, also when written as text. Check it.');
  }

  #either(operator: string, left: Js, right: Js): Code {
    const a = this.code(left);
    const b = this.code(right);
    if (operator === '??')
      return this.#choice(code(present(a), 'flag', LEVEL.compare), { ...a, optional: false }, b);
    if (a.type === 'flag' && b.type === 'flag') return this.truth({ kind: 'binary', operator, left, right });
    if (operator === '||') return this.#choice(truth(a), { ...a, optional: false }, b);
    if (b.type === 'flag') return this.truth({ kind: 'binary', operator, left, right });
    if (a.type === 'flag') return this.#choice(a, b, code('false', 'flag'));
    throw new NotTranslated('&& between values has no equivalent; use a ? b : c');
  }

  #plus(a: Code, b: Code): Code {
    if (a.type === 'text' || b.type === 'text') return joined([a, b]);
    if (a.type === 'moment' || b.type === 'moment') throw new NotTranslated('a date is added to something');
    if (a.type !== 'number' || b.type !== 'number')
      this.scope.note('+ adds numbers written as text; n8n joins them. Check the result.');
    return code(
      `${within(a, LEVEL.plus)} + ${within(b, LEVEL.plus + 1)}`,
      a.type === b.type ? a.type : 'any',
      LEVEL.plus,
    );
  }
}

/** A name that a variable can have here: API_TOKEN becomes apiToken. */
function variableName(name: string): string {
  if (/^[a-z][a-zA-Z0-9_]{0,39}$/.test(name)) return name;
  const words = name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const made = words
    .map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
  return (/^[a-z]/.test(made) ? made : `v${made}`).slice(0, 40);
}

function equality(operator: '==' | '!=', a: Code, b: Code): Code {
  const of = a.type === 'null' ? b : b.type === 'null' ? a : null;
  if (of !== null && of.chain !== undefined && of.chain.keys.length > 0) {
    const there = code(present(of), 'flag', of.chain.keys.length > 1 ? LEVEL.and : LEVEL.unary);
    return operator === '!=' ? there : code(`!(${there.text})`, 'flag', LEVEL.unary);
  }
  return code(`${within(a, LEVEL.plus)} ${operator} ${within(b, LEVEL.plus)}`, 'flag', LEVEL.compare);
}

function momentOrder(operator: string, a: Code, b: Code): Code {
  if (!['<', '<=', '>', '>='].includes(operator)) throw new NotTranslated('dates are subtracted');
  return code(`dateDiff(${plain(b).text}, ${plain(a).text}, "second") ${operator} 0`, 'flag', LEVEL.compare);
}
