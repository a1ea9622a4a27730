import { describe, expect, test } from 'vitest';
import { faultWords, wordsOf } from './heard.ts';
import { placeWords } from './place-words.ts';
import { recognitionOf } from './recognition.ts';

class Recognizer {}
const Maker = Recognizer as never;

describe('whether the browser can listen', () => {
  test.each([
    ['[SHELL-UI-31] the standard name', { isSecureContext: true, SpeechRecognition: Maker }, true],
    ['[SHELL-UI-31] the prefixed name', { isSecureContext: true, webkitSpeechRecognition: Maker }, true],
    ['[SHELL-UI-31] neither', { isSecureContext: true }, false],
    ['[SHELL-UI-31] over plain HTTP', { isSecureContext: false, SpeechRecognition: Maker }, false],
  ])('%s', (_name, scope, can) => {
    expect(recognitionOf(scope) !== undefined).toBe(can);
  });
});

describe('[SHELL-UI-18] what was said', () => {
  test('is all pieces in order, each in its likeliest wording, as one line', () => {
    const results = [
      [{ transcript: 'show the ' }, { transcript: 'so the' }],
      [{ transcript: ' fourth  quarter' }],
      [],
    ];
    expect(wordsOf({ results })).toBe('show the fourth quarter');
  });

  // | marks the caret, [ ] the selection; after the arrow: the field and its caret afterwards.
  test.each([
    ['|', 'plans', 'plans|'],
    ['enterprise|', 'plan', 'enterprise plan|'],
    ['enterprise |', 'plan', 'enterprise plan|'],
    ['|plan', 'enterprise', 'enterprise |plan'],
    ['old [words] here', 'texts', 'old texts| here'],
    ['[all of it]', 'nothing else', 'nothing else|'],
    ['a|, b', 'c', 'a c|, b'],
    ['kept|', '', 'kept|'],
  ])('is placed: %s + "%s" = %s', (field, spoken, expected) => {
    const start = field.search(/[|[]/);
    const text = field.replace(/[|[\]]/g, '');
    const end = field.includes(']') ? field.indexOf(']') - 1 : start;
    const placed = placeWords({ text, start, end }, spoken, Number.POSITIVE_INFINITY);
    expect(`${placed.text.slice(0, placed.caret)}|${placed.text.slice(placed.caret)}`).toBe(expected);
  });

  test('never makes a field longer than it may be, and keeps what was there', () => {
    expect(placeWords({ text: 'abc', start: 3, end: 3 }, 'defgh', 7)).toEqual({ text: 'abc def', caret: 7 });
    expect(placeWords({ text: 'abc', start: 1, end: 1 }, 'xyz', 3)).toEqual({ text: 'abc', caret: 1 });
  });
});

test('every fault says what to do; stopping is none; an unknown one names the browser’s own reason', () => {
  const known = ['not-allowed', 'service-not-allowed', 'audio-capture', 'no-speech', 'network'];
  for (const error of known) expect(faultWords(error)?.text, error).toMatch(/again/);
  expect(faultWords('aborted')).toBeUndefined();
  expect(faultWords('bad-grammar')?.text).toContain('bad-grammar');
});
