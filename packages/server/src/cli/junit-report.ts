import type { TestRunDetail } from '@attain/contract/suites';

/** Runs of suites as JUnit XML, which CI systems read. Times are in seconds. */
export function junitReport(runs: readonly TestRunDetail[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    ...runs.map(suite),
    '</testsuites>',
    '',
  ].join('\n');
}

function suite({ suiteName, total, failed, duration, at, error, results }: TestRunDetail): string {
  const counts = attributes({
    name: suiteName,
    tests: total,
    failures: error === null ? failed : 0,
    errors: error === null ? 0 : total,
    time: (duration ?? 0) / 1_000,
    timestamp: at,
  });
  const cases = results.map(({ name, duration: ms, status, checks }) => {
    const head = `    <testcase${attributes({ name, classname: suiteName, time: (ms ?? 0) / 1_000 })}`;
    if (status === 'passed') return `${head}/>`;
    const failures = checks
      .filter(({ passed }) => !passed)
      .map(({ kind, message, node, expected, actual }) => {
        const text = `at ${node ?? 'the run'}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`;
        return `      <failure${attributes({ type: kind, message })}>${escaped(text)}</failure>`;
      });
    return [`${head}>`, ...failures, '    </testcase>'].join('\n');
  });
  const stopped =
    error === null
      ? []
      : [
          `    <testcase${attributes({ name: suiteName, classname: suiteName, time: 0 })}><error${attributes({ message: error })}/></testcase>`,
        ];
  return [`  <testsuite${counts}>`, ...cases, ...stopped, '  </testsuite>'].join('\n');
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

/** Text without the characters that XML can't hold. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
