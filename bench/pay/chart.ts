/** One bar: how many times as fast as the peer it is measured by. */
export interface Bar {
  readonly label: string;
  readonly times: number;
  /** The goal, drawn as a mark. */
  readonly goal: number | null;
}

const WIDTH = 880;
const LEFT = 330;
const ROW = 34;
const TOP = 64;

/** A bar chart on a logarithmic scale, readable on light and dark grounds, with every figure written out. */
export function barChart(title: string, bars: readonly Bar[]): string {
  const max = Math.max(...bars.flatMap(({ times, goal }) => [times, goal ?? 1]));
  const decades = Math.ceil(Math.log10(max));
  const x = (times: number) => LEFT + (Math.log10(Math.max(1, times)) / decades) * (WIDTH - LEFT - 90);
  const height = TOP + bars.length * ROW + 16;
  const ticks = Array.from({ length: decades + 1 }, (_, i) => 10 ** i).map(
    (tick) =>
      `<line x1="${x(tick)}" x2="${x(tick)}" y1="${TOP - 8}" y2="${height - 12}" stroke="#8884"/><text x="${x(tick)}" y="${TOP - 14}" text-anchor="middle" fill="#777">${tick.toLocaleString('en-US')}×</text>`,
  );
  const rows = bars.map(({ label, times, goal }, i) => {
    const y = TOP + i * ROW;
    const mark =
      goal === null
        ? ''
        : `<line x1="${x(goal)}" x2="${x(goal)}" y1="${y - 2}" y2="${y + 24}" stroke="#d97706" stroke-width="3"/>`;
    const shown = times >= 100 ? Math.round(times).toLocaleString('en-US') : times.toFixed(1);
    return `<text x="${LEFT - 12}" y="${y + 16}" text-anchor="end" fill="#777">${escaped(label)}</text><rect x="${LEFT}" y="${y}" width="${Math.max(1, x(times) - LEFT)}" height="22" rx="3" fill="#2563eb"/>${mark}<text x="${Math.max(x(times), goal === null ? 0 : x(goal)) + 8}" y="${y + 16}" fill="#777" font-weight="600">${shown}×</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="${escaped(title)}">
<text x="12" y="24" font-size="16" font-weight="600" fill="#777">${escaped(title)}</text>
${ticks.join('\n')}
${rows.join('\n')}
</svg>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
