// What the module lets be called.

export { gather, histogram, partition, payClustered, paySlots, payTwoPasses, setup } from './block';
export { placePieces } from './pieces';
