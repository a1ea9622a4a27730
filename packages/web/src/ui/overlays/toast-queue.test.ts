import { beforeEach, expect, test } from 'vitest';
import { dismissToast, readToasts, toast } from './toast-queue.ts';

const titles = () => readToasts().map((waiting) => waiting.title);

beforeEach(() => {
  for (const waiting of readToasts()) dismissToast(waiting.id);
});

test('[SHELL-UI-20] toasts wait behind the visible one, in order, and none is lost', () => {
  const first = toast({ title: 'one' });
  toast({ title: 'two', meaning: 'bad' });
  toast({ title: 'three' });
  expect(titles()).toEqual(['one', 'two', 'three']);
  dismissToast(first);
  expect(titles()).toEqual(['two', 'three']);
});

test('the same id replaces the toast in its place and restarts its time', () => {
  toast({ id: 'run', title: 'Running' });
  toast({ title: 'other' });
  const before = readToasts()[0]?.revision;
  toast({ id: 'run', title: 'Complete' });
  expect(titles()).toEqual(['Complete', 'other']);
  expect(readToasts()[0]?.revision).not.toBe(before);
});
