import { dayProblem, laterDay, parseDay } from '../base/day.ts';
import type { Problem } from '../base/result.ts';
import type { Span } from '../base/week-calendar.ts';
import type { ReportingLine } from '../quotas/participant.ts';

/** Who stands above whom on a day. */
export interface Hierarchy {
  /** Everybody above a participant on a day, each once and on the lowest level; 1 = the direct manager (CREDIT-13). */
  above(participantId: string, day: string): ReadonlyMap<string, number>;
}

/** The hierarchy of dated reporting lines; without a loop (CREDIT-15), which is checked apart. */
export function hierarchyOf(lines: readonly ReportingLine[]): Hierarchy {
  const byParticipant = new Map<string, ReportingLine[]>();
  for (const line of lines) {
    const own = byParticipant.get(line.participantId);
    if (own === undefined) byParticipant.set(line.participantId, [line]);
    else own.push(line);
  }
  return {
    above(participantId, day) {
      const found = new Map<string, number>();
      let below = [participantId];
      for (let level = 1; below.length > 0; level += 1) {
        const managers = below.flatMap((id) => managersOf(byParticipant.get(id) ?? [], day));
        below = [...new Set(managers)].filter((id) => id !== participantId && !found.has(id));
        for (const id of below) found.set(id, level);
      }
      return found;
    },
  };
}

function managersOf(lines: readonly ReportingLine[], day: string): readonly string[] {
  return lines.filter((line) => isValidOn(line, day)).map((line) => line.managerId);
}

function isValidOn(line: ReportingLine, day: string): boolean {
  return line.from <= day && (line.to === null || day <= line.to);
}

/** CREDIT-15: every reporting line that cannot be read, and every circle of them that stands on a day of the span. */
export function checkReportingLines(lines: readonly ReportingLine[], span: Span): readonly Problem[] {
  const faults = lines.flatMap(lineFault);
  if (faults.length > 0) return faults;
  const touching = lines.filter((line) => line.from <= span.to && (line.to === null || line.to >= span.from));
  // Lines only join at the start of one, so a circle that ever stands stands on such a day.
  const days = new Set(touching.map((line) => laterDay(line.from, span.from)));
  const circles = new Map<string, Problem>();
  for (const day of [...days].sort()) {
    for (const circle of circlesOn(touching, day)) {
      const key = circle.join(' → ');
      if (circles.has(key)) continue;
      const message = `On ${day} the reporting lines are circular: ${key} → ${circle[0]}. End one of them before that day.`;
      circles.set(key, { rule: 'CREDIT-15', path: `reportingLines[${circle[0]}]`, message });
    }
  }
  return [...circles.values()];
}

function lineFault(line: ReportingLine): readonly Problem[] {
  const path = `reportingLines[${line.participantId}, ${line.from}]`;
  for (const day of [line.from, line.to]) {
    if (day !== null && parseDay(day) === null) return [{ ...dayProblem(day, path), rule: 'CREDIT-15' }];
  }
  if (line.to === null || line.from <= line.to) return [];
  const message = `The reporting line ends on ${line.to}, before it starts on ${line.from}. Swap the dates.`;
  return [{ rule: 'CREDIT-15', path, message }];
}

/** The circles of a day, each told once from its least member on. */
function circlesOn(lines: readonly ReportingLine[], day: string): readonly (readonly string[])[] {
  const managers = new Map<string, string[]>();
  for (const line of lines) {
    if (isValidOn(line, day))
      managers.set(line.participantId, [...(managers.get(line.participantId) ?? []), line.managerId]);
  }
  const finished = new Set<string>();
  const circles: string[][] = [];
  for (const start of [...managers.keys()].sort()) {
    const path: string[] = [];
    const at = new Map<string, number>();
    // An explicit stack: a chain of command may be deeper than the engine's own.
    const open: { id: string; next: number }[] = finished.has(start) ? [] : [{ id: start, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      if (top.next === 0) {
        at.set(top.id, path.length);
        path.push(top.id);
      }
      const above = managers.get(top.id)?.[top.next];
      top.next += 1;
      const seen = above === undefined ? undefined : at.get(above);
      if (above === undefined) {
        open.pop();
        at.delete(top.id);
        path.pop();
        finished.add(top.id);
      } else if (seen !== undefined) circles.push(fromLowest(path.slice(seen)));
      else if (!finished.has(above)) open.push({ id: above, next: 0 });
    }
  }
  return circles;
}

function fromLowest(circle: readonly string[]): string[] {
  const min = circle.indexOf([...circle].sort()[0] ?? '');
  return [...circle.slice(min), ...circle.slice(0, min)];
}
