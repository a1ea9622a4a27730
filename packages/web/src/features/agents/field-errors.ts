import type { Problem } from '../../ui/states/problem-list.tsx';

/** What is wrong with one field of the form, or nothing. */
export function errorOf(problems: readonly Problem[], path: string): string | undefined {
  return problems.find((problem) => problem.path === path)?.message;
}
