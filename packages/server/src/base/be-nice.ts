import { existsSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/** Lets requests go before this thread where processors are scarce; only Linux has priorities of threads. */
export function beNice(): void {
  const thisThread = '/proc/thread-self';
  if (existsSync(thisThread)) setPriority(Number(basename(readlinkSync(thisThread))), 5);
}
