// What the module lets be called.

export { gather, histogram, partition, payClustered, paySlots, payTwoPasses, setup } from './block';
export { readRows } from './csv';
export { placePieces } from './pieces';
export { simulatePayee } from './simulation';
