import { counted } from '../../base/format-number.ts';

/** Texts of plan assignments. */
export const messages = {
  assign: {
    open: 'Assign to plan',
    short: 'Assign',
    description: 'Participants are paid by this plan between these dates.',
    failure: 'The participants could not be assigned',
    done: 'Assigned to plan',
    doneText: (assigned: number, unchanged: number) =>
      unchanged > 0
        ? `${counted(assigned, 'participant')} assigned, ${unchanged} already on the plan`
        : `${counted(assigned, 'participant')} assigned`,
    all: 'Assign all participants',
    selected: (count: number) => `Assign ${counted(count, 'participant')}`,
    plan: 'Plan',
    loadingPlans: 'Loading plans…',
    choosePlan: 'Choose a plan…',
    firstDay: 'First day',
    lastDay: 'Last day',
    upsideDown: 'Must be on or after the first day',
    who: 'Participants',
    everyone: 'All participants',
    count: (participants: number, withoutQuota: number) =>
      withoutQuota === 0
        ? `${counted(participants, 'participant')}, all with a quota on these dates.`
        : `${counted(participants, 'participant')}, ${withoutQuota} without a quota on these dates.`,
    chosen: 'Selected participants',
  },
  picker: {
    name: 'Name',
    id: 'ID',
    title: 'Title',
    territory: 'Territory',
    search: 'Search participants',
    label: 'Participants',
    failure: 'The participants could not be loaded',
    noMatch: 'No matching participants',
    noMatchText: 'Change the search, or import participants.',
  },
  table: {
    label: 'Assignments',
    failure: 'The assignments could not be loaded',
    participant: 'Participant',
    id: 'ID',
    participantId: 'Participant ID',
    plan: 'Plan',
    planId: 'Plan ID',
    from: 'From',
    to: 'To',
    noEnd: 'No end date',
    row: (participant: string, plan: string, from: string) => `${participant}, ${plan}, from ${from}`,
    noMatch: 'No matching assignments',
    noMatchText: 'Clear the filter, or assign participants to this plan.',
    none: 'No assignments yet',
    noneText: 'Assign participants to a plan so they can be paid.',
  },
  end: {
    verb: 'End',
    noun: 'assignment',
    failure: 'The assignments could not be ended',
    done: 'Assignments ended',
    doneText: (count: number) => `${counted(count, 'assignment')} ended or removed`,
    submit: 'End assignments',
    lastDay: 'Last day',
    lastDayHint: 'Assignments that start later are removed',
  },
  others: {
    label: 'On other plans',
    warning: (count: number, atLeast: boolean) =>
      `${atLeast ? 'At least ' : ''}${counted(count, 'participant is', 'participants are')} also on another plan on these dates and would be paid by both.`,
    more: (count: number) => ` and ${count} more`,
  },
};
