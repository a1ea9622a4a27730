import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuth } from './use-auth.ts';

function Asks(): string {
  return String(useAuth().isAuthenticated);
}

test('[AUTH-23] asking for the session outside its provider says so', () => {
  expect(() => renderToString(createElement(Asks))).toThrow('useAuth must be used within an AuthProvider');
});
