import { ApiError } from './api-error.ts';

/** Throws BAD_INPUT for an invalid file name, or one with a folder. */
export function mustBeFileName(name: string): void {
  if (isFileName(name)) return;
  const message = `“${name.slice(0, 60)}” is not a valid file name. Use at most 200 characters and no folder, such as report.csv.`;
  throw new ApiError('BAD_INPUT', message);
}

function isFileName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this rejects
  return name.length <= 200 && /^[^\u0000-\u001f\u007f/\\:]+$/.test(name) && !/^[. ]+$/.test(name);
}
