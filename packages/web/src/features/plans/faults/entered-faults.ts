import { parseAccelerator } from '@attain/domain/plans/accelerator';
import { parseCap } from '@attain/domain/plans/cap';
import { parseDecelerator } from '@attain/domain/plans/decelerator';
import type { Component } from '@attain/domain/plans/plan';
import { unreadable } from '@attain/domain/plans/reading';
import { messages } from '../messages.ts';

/** What is wrong with the fields of a component, each checked on its own and against the names of the others. */
export function componentFaults(draft: Component, others: readonly Component[]) {
  const name = draft.name.trim();
  const taken = others.some((one) => one.name.trim().toLowerCase() === name.toLowerCase());
  const cap = draft.cap === null ? null : parseCap(draft.cap);
  const accelerator = draft.accelerator === null ? null : parseAccelerator(draft.accelerator);
  const decelerator = draft.decelerator === undefined ? null : parseDecelerator(draft.decelerator);
  const weightHolds = Number.isInteger(draft.weight) && draft.weight >= 0 && draft.weight <= 100;
  return {
    name: !name ? messages.component.nameMissing : taken ? messages.component.nameTaken : undefined,
    weight: weightHolds ? undefined : messages.component.wrongWeight,
    cap: cap && !cap.ok ? unreadable(draft.cap ?? '', cap) : undefined,
    accelerator:
      accelerator && !accelerator.ok ? unreadable(draft.accelerator ?? '', accelerator) : undefined,
    decelerator:
      decelerator && !decelerator.ok ? unreadable(draft.decelerator ?? '', decelerator) : undefined,
  };
}
