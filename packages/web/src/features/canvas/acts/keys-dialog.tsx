import { hotkeyWords } from '../../../base/use-hotkey.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** The canvas by keyboard, in the order one builds. */
const keys: readonly (readonly [hotkeys: readonly string[], does: string])[] = [
  [['Tab'], 'Go from node to node'],
  [['Enter'], 'Choose the node; in the palette: add it'],
  [['N'], 'Name a step to add: Enter puts it after the chosen node and connects it'],
  [['C'], 'Connect the node: choose where it leads from a list'],
  [['F2'], 'Open its properties'],
  [['Escape'], 'Leave the properties or the palette; in the drawing: choose nothing'],
  [['Arrows', 'shift+Arrows'], 'Move what is chosen by one or four squares'],
  [['Delete'], 'Delete what is chosen'],
  [['mod+d'], 'Duplicate'],
  [['mod+c', 'mod+v'], 'Copy and paste, also into another workflow'],
  [['mod+a'], 'Choose every node'],
  [['mod+z', 'mod+shift+z'], 'Undo and redo'],
  [['shift+t'], 'Tidy up'],
  [['/'], 'Find a node'],
  [['+', '-', '1', '0'], 'Zoom in, out, to 100%, to everything'],
  [['V', 'K', 'H'], 'Select, Connect, Pan'],
  [['shift+F10'], 'Menu of the node'],
  [['mod+s'], 'Save'],
  [['T'], 'Test run with sample data'],
  [['P'], 'Publish'],
  [['R'], 'Run'],
];

/** Every key of the canvas and what it does. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keys of the canvas">
      <dl className="flex flex-col">
        {keys.map(([hotkeys, does]) => (
          <div key={does} className="flex items-center justify-between gap-4 border-b py-1.5 last:border-b-0">
            <dt>{does}</dt>
            <dd className="flex shrink-0 gap-1">
              {hotkeys.map((one) => (
                <kbd key={one} className="rounded-sm border bg-surface-2 px-1.5 font-mono text-11">
                  {one === '+' ? '+' : hotkeyWords(one)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
