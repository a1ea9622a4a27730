import { mergeConfig } from 'vite';
import server from './vite.config.ts';

/** Processes that tests start and kill, with the threads of the server. */
const children = [
  'src/db/log-writer.fixture.ts',
  'src/jobs/job-in-child.fixture.ts',
  'src/security-tests/runs/run-in-child.fixture.ts',
];

export default mergeConfig(server, { build: { rolldownOptions: { input: children } } });
