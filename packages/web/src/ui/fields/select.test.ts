import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Select } from './select.tsx';

test('[ASSIST-STATE-25] a select rejects an option whose value is an empty string', () => {
  const drawn = (value: string) =>
    renderToStaticMarkup(
      createElement(Select, { value: '', onValueChange: () => undefined, options: [{ value, label: 'A' }] }),
    );
  expect(drawn('a')).toContain('combobox');
  expect(() => drawn('')).toThrow('An option of a select needs a value.');
});
