import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearNotices, knownNotices, readNotices } from './notices.ts';
import { dismissToast, dismissToasts, toast } from './toast-queue.ts';

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers();
  dismissToasts();
  clearNotices();
});

test('what a toast said can be read again after it is gone, newest first', () => {
  dismissToast(toast({ title: 'one' }));
  dismissToast(toast({ title: 'two', meaning: 'bad' }));
  expect(knownNotices().all.map(({ title, meaning }) => [title, meaning])).toEqual([
    ['two', 'bad'],
    ['one', 'info'],
  ]);
});

test('a toast that replaces a waiting one replaces its notice, a later one of the same id does not', () => {
  toast({ id: 'same', title: 'at first' });
  toast({ id: 'same', title: 'in the end' });
  expect(knownNotices().all.map(({ title }) => title)).toEqual(['in the end']);
  dismissToast('same');
  toast({ id: 'same', title: 'another day' });
  expect(knownNotices().all.map(({ title }) => title)).toEqual(['another day', 'in the end']);
});

test('[CONST-SHELL-13] a dismissed toast is remembered for 5000 ms, so that its repetition is one notice, and then removed', () => {
  const said = { id: 'save', title: 'Not saved', text: 'The server could not be reached.' };
  const count = () => knownNotices().all.length;
  dismissToast(toast(said));
  vi.advanceTimersByTime(4_999);
  dismissToast(toast(said));
  expect(count()).toBe(1);
  vi.advanceTimersByTime(5_000);
  dismissToast(toast(said));
  expect(count()).toBe(2);
  dismissToast(toast({ ...said, text: 'The disk is full.' }));
  expect(count()).toBe(3);
});

test('new notifications count until they are viewed or cleared', () => {
  toast({ title: 'one' });
  toast({ title: 'two' });
  expect(knownNotices().unread).toBe(2);
  readNotices();
  expect(knownNotices().unread).toBe(0);
  toast({ title: 'three' });
  expect(knownNotices().unread).toBe(1);
  clearNotices();
  expect(knownNotices()).toEqual({ all: [], unread: 0 });
});
