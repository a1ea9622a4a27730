import { appended, removed } from '@attain/domain/workflows/canvas/change';
import { type Edit, edit } from '@attain/domain/workflows/canvas/edits';
import type { Workflow } from '@attain/domain/workflows/workflow';

/** The edit that replaces this document by another, as one step that can be undone. */
export function takeDocument(mine: Workflow, theirs: Workflow, label: string): Edit {
  const frame = ({ name, description, settings }: Workflow) => ({ name, description, settings });
  const all = () => true;
  return edit(label, [
    { list: 'frame', before: frame(mine), after: frame(theirs) },
    { list: 'nodes', entries: removed(mine.nodes, all) },
    { list: 'edges', entries: removed(mine.edges, all) },
    { list: 'notes', entries: removed(mine.notes, all) },
    { list: 'variables', entries: removed(mine.variables, all) },
    { list: 'nodes', entries: appended([], theirs.nodes) },
    { list: 'edges', entries: appended([], theirs.edges) },
    { list: 'notes', entries: appended([], theirs.notes) },
    { list: 'variables', entries: appended([], theirs.variables) },
  ]);
}
